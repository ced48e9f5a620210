import COpenCapturePoppler
import OpenCaptureMediaSamples
import OpenCapturePictures

/// The pages of a PDF document, rendered by Poppler.
struct PDFPages: PageDecoder {
  let count: Int
  private let document: PDFDocument
  private var pixelsPerPoint: Double

  init(_ data: DataBuffer, name: String, pixelsPerInch: Double) throws(PictureError) {
    document = try PDFDocument(data, name: name)
    count = Int(cpoppler_page_count(document.pointer))
    pixelsPerPoint = pixelsPerInch / 72
    guard count > 0 else { throw PictureError(.corrupt, subject: name, reason: "the document has no pages") }
  }

  /// Returns the same document with another resolution.
  func drawn(at pixelsPerInch: Double) -> Self {
    var pages = self
    pages.pixelsPerPoint = pixelsPerInch / 72
    return pages
  }

  var byteCount: Int { document.data.count }

  func dimensions(ofPage index: Int) throws(PictureError) -> VideoDimensions {
    var width = 0.0
    var height = 0.0
    guard cpoppler_page_size(document.pointer, Int32(clamping: index), &width, &height) else { throw damage }
    func pixels(_ points: Double) -> Int? {
      let length = (points * pixelsPerPoint).rounded(.up)
      return length >= 1 && length < 1e9 ? Int(length) : nil
    }
    guard let width = pixels(width), let height = pixels(height) else { throw damage }
    return VideoDimensions(width: width, height: height)
  }

  func page(_ index: Int) throws(PictureError) -> PicturePage {
    let size = try dimensions(ofPage: index)
    let picture = try PixelBuffer.drawn(size, name: document.name) { (pixels, bytesPerRow) throws(PictureError) in
      let isDrawn = cpoppler_render(
        document.pointer, Int32(clamping: index), pixelsPerPoint, pixels, Int32(clamping: size.width),
        Int32(clamping: size.height), Int32(clamping: bytesPerRow))
      if !isDrawn { throw damage }
    }
    return PicturePage(sampleBuffer: SampleBuffer(pixelBuffer: picture))
  }

  private var damage: PictureError {
    PictureError(.corrupt, subject: document.name, reason: "the page cannot be rendered")
  }
}

/// A PDF document opened by Poppler.
private final class PDFDocument: @unchecked Sendable {
  let name: String
  /// The data of the document, which Poppler uses without a copy.
  let data: DataBuffer
  /// The document of the C bridge, which serializes all calls to Poppler.
  let pointer: OpaquePointer

  init(_ data: DataBuffer, name: String) throws(PictureError) {
    let bytes = data.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
    var opened: OpaquePointer?
    switch cpoppler_open(bytes, data.count, &opened) {
    case CPOPPLER_OPENED: break
    case CPOPPLER_NO_LIBRARY: throw PageEngine.poppler.missing(name)
    case CPOPPLER_LOCKED: throw PictureError(.locked, subject: name, reason: "the document is encrypted")
    default: throw PictureError(.corrupt, subject: name, reason: "not a readable PDF document")
    }
    guard let opened else { throw PictureError(.corrupt, subject: name, reason: "no document found in the file") }
    self.name = name
    self.data = data
    pointer = opened
  }

  deinit { cpoppler_close(pointer) }
}
