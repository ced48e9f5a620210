import COpenCapturePoppler
import OpenCaptureMediaSamples
import OpenCapturePictures

/// The pages of a PDF document, drawn by Poppler.
final class PDFPages: PageDecoder, @unchecked Sendable {
  let count: Int
  private let name: String
  /// Kept for as long as its bytes are looked at.
  private let data: DataBuffer
  /// Poppler is called by one thread at a time, which the bridge sees to.
  private let document: OpaquePointer

  init(_ data: DataBuffer, name: String) throws(PictureError) {
    let bytes = data.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
    var opened: OpaquePointer?
    switch cpoppler_open(bytes, data.count, &opened) {
    case CPOPPLER_OPENED: break
    case CPOPPLER_NO_LIBRARY: throw PageEngine.poppler.missing(name)
    case CPOPPLER_LOCKED: throw PictureError(.locked, subject: name, reason: "the document is locked by a password")
    default: throw PictureError(.corrupt, subject: name, reason: "this is no PDF document that can be read")
    }
    guard let opened else { throw PictureError(.corrupt, subject: name, reason: "there is no document in it") }
    (self.name, self.data, document, count) = (name, data, opened, Int(cpoppler_page_count(opened)))
    guard count > 0 else { throw PictureError(.corrupt, subject: name, reason: "there is no page in it") }
  }

  deinit { cpoppler_close(document) }

  var byteCount: Int { data.count }

  private static let pixelsPerPoint = PicturePages.pixelsPerInch / 72

  func dimensions(ofPage index: Int) throws(PictureError) -> VideoDimensions {
    var (width, height) = (0.0, 0.0)
    guard cpoppler_page_size(document, Int32(clamping: index), &width, &height) else { throw damage }
    func pixels(_ points: Double) -> Int? {
      let length = (points * Self.pixelsPerPoint).rounded(.up)
      return length >= 1 && length < 1e9 ? Int(length) : nil
    }
    guard let width = pixels(width), let height = pixels(height) else { throw damage }
    return VideoDimensions(width: width, height: height)
  }

  func page(_ index: Int) throws(PictureError) -> PicturePage {
    let size = try dimensions(ofPage: index)
    let picture = try PixelBuffer.drawn(size, name: name) { (pixels, bytesPerRow) throws(PictureError) in
      let isDrawn = cpoppler_render(
        document, Int32(clamping: index), Self.pixelsPerPoint, pixels, Int32(clamping: size.width),
        Int32(clamping: size.height), Int32(clamping: bytesPerRow))
      if !isDrawn { throw damage }
    }
    return PicturePage(sampleBuffer: SampleBuffer(imageBuffer: picture))
  }

  private var damage: PictureError { PictureError(.corrupt, subject: name, reason: "it can't be drawn") }
}
