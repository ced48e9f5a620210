public import CoreVideo
import OpenCaptureMediaSamples

extension CIContext {
  /// Renders a part of an image; nil where there is nothing in it, or it can't be rendered.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - fromRect: The part, y going up; where the image isn't, it is transparent and black.
  public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
    createCGImage(image, from: fromRect, format: .BGRA8, colorSpace: nil)
  }

  /// Renders a part of an image; nil where there is nothing in it, or it can't be rendered.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - fromRect: The part, y going up; where the image isn't, it is transparent and black.
  ///   - format: Without effect: images have ``CIFormat/BGRA8``.
  ///   - colorSpace: Without effect.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) -> CGImage? {
    guard var pixels = try? image.pixels(in: fromRect, as: .BGRA8) else { return nil }
    // It never changes: what others hold, too, they may write to.
    if !pixels.isUniquelyOwned() {
      guard let copy = try? pixels.copy() else { return nil }
      pixels = copy
    }
    return CGImage(pixels)
  }
}

extension CIImage {
  /// Makes an image of pixels that never change.
  public convenience init(cgImage image: CGImage) { self.init(cgImage: image, options: nil) }

  /// Makes an image of pixels that never change.
  ///
  /// - Parameters:
  ///   - image: The pixels.
  ///   - options: As for pixel buffers.
  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]?) {
    self.init(SampleBuffer(imageBuffer: image.pixelBuffer), properties: [:], options: options)
  }
}
