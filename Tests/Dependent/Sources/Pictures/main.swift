import CPNG
import CommandSupport
import OpenCapturePictures

let picture = try PNGEncoder().encode(try PixelBuffer(format: .grey, width: 4, height: 2))
let isPNG = picture.data.withUnsafeBytes { bytes in
  cpng_is_signature(Array(bytes.prefix(8)))
}
report("\(try picture.info().dimensions), \(isPNG ? "PNG" : "something else")")
