import CPNG
import CommandSupport
import OpenCapturePages
import OpenCapturePictures

/// A custom error in the shape of the library's errors.
typealias PrinterError = DomainError<PrinterErrorDomain>
enum PrinterErrorDomain {}

extension PrinterError.Code {
  static var noPaper: Self { Self("noPaper", hint: "load paper") }
}

let picture = try PNGEncoder().encode(try PixelBuffer(format: .grey, width: 4, height: 2))
let isPNG = picture.data.withUnsafeBytes { bytes in
  cpng_is_signature(Array(bytes.prefix(8)))
}
let document = Array("%PDF-1.7 and no more".utf8)
let format = PageFormat(signature: document.span.bytes)
report("\(try picture.info().dimensions), \(isPNG ? "PNG" : "something else"), \(format.map { "\($0)" } ?? "none")")
do {
  _ = try PixelBuffer(format: .nv12, width: 0, height: 2)
} catch {
  report("\(error.code); \(PrinterError(.noPaper, subject: "tray 2", reason: "the tray is empty"))")
}
