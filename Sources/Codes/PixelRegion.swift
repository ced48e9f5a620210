import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A region of interest in whole pixels.
struct PixelRegion {
  let x, y, width, height: Int
  private let picture: VideoDimensions

  /// The pixels that the rectangle touches, in device coordinates of a picture.
  ///
  /// - Throws: ``CodeScannerError`` where it touches none.
  init(of rect: Rect, in picture: VideoDimensions) throws(CodeScannerError) {
    guard let inside = rect.intersection(.unit) else {
      throw CodeScannerError(
        .emptyRegion, subject: "rectOfInterest (\(rect.minX), \(rect.minY), \(rect.width), \(rect.height))",
        reason: "it must overlap the unit square, which is the whole picture")
    }
    let pixels = inside.scaled(x: Double(picture.width), y: Double(picture.height))
    x = min(Int(pixels.minX), picture.width - 1)
    y = min(Int(pixels.minY), picture.height - 1)
    width = max(1, min(picture.width, Int(pixels.maxX.rounded(.up))) - x)
    height = max(1, min(picture.height, Int(pixels.maxY.rounded(.up))) - y)
    self.picture = picture
  }

  /// From pixels of the region into device coordinates of the picture.
  var toDevice: PictureTransform {
    let part = Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    let device = part.scaled(x: 1 / Double(picture.width), y: 1 / Double(picture.height))
    return PictureTransform(from: Rect(origin: .zero, size: part.size), to: device)
  }

  /// The region of `luma`, in the same memory.
  func crop(_ luma: PixelBuffer) throws(MediaError) -> PixelBuffer {
    try luma.cropped(x: x, y: y, width: width, height: height)
  }
}
