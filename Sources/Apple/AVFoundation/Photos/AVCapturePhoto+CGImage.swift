public import CoreVideo
import OpenCaptureMediaSamples
import OpenCapturePages
import OpenCapturePictures

extension AVCapturePhoto {
  /// The photo as pixels, decoded where it is a file; nil for a sensor's own values, and for a photo that failed.
  ///
  /// It is as it was stored: ``metadata`` says how it is to be turned.
  public func cgImageRepresentation() -> CGImage? {
    if let pixelBuffer { return CGImage(stored: pixelBuffer) }
    guard !isRawPhoto, let file = photo.fileDataRepresentation() else { return nil }
    if let picture = try? EncodedPicture(file, name: "photo").decoded() { return CGImage(picture.pixelBuffer) }
    return (try? PicturePages(file, name: "photo").page(1).sampleBuffer.image()).map { CGImage($0) }
  }

  /// The preview as pixels; nil where none was asked for.
  ///
  /// It is as it was stored: ``metadata`` says how it is to be turned.
  public func previewCGImageRepresentation() -> CGImage? { previewPixelBuffer.flatMap { CGImage(stored: $0) } }
}

extension CGImage {
  fileprivate convenience init?(stored buffer: PixelBuffer) {
    let matrix = buffer.access.withLock { $0.colorMatrix } ?? .bt601
    guard let pixels = try? buffer.converted(to: .bgra, matrix: matrix) else { return nil }
    self.init(pixels)
  }
}
