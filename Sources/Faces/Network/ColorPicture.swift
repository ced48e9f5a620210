import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing

/// An upright color picture for a ``LandmarkFaceEngine``, with the same pixels as a ``WorkingPicture``.
struct ColorPicture {
  /// The picture, in `PixelFormat.bgra`.
  let picture: PixelBuffer

  /// The transform from pixels of the picture to device coordinates.
  let toDevice: PictureTransform

  /// Scales a part of a picture down and makes it upright.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The picture.
  ///   - region: The part to search, in device coordinates.
  ///   - scale: Returns the scale of the result for the size of the upright picture; values above 1 count as 1.
  /// - Throws: ``FaceError`` if the region is outside the picture, `MediaError`, or the errors of the decoder.
  init(of sampleBuffer: SampleBuffer, region: Rect, scale: (VideoDimensions) -> Double) throws {
    // Pixels that can be scaled are converted afterwards, because fewer have to be converted then.
    let image = try sampleBuffer.pixelBuffer.flatMap { $0.format.isPacked422 ? nil : $0 } ?? sampleBuffer.image()
    let orientation = sampleBuffer.orientation
    let scale = scale(image.dimensions.upright(orientation))
    let (part, device) = try image.part(under: region.clippedToPicture())
    picture = try part.scaled(to: WorkingPicture.size(of: part, scale: scale))
      .converted(to: .bgra, matrix: sampleBuffer.format.colorMatrix ?? .bt601).uprightCopy(orientation)
    toDevice = PictureTransform(
      from: Rect(origin: .zero, size: picture.dimensions.size), orientation: orientation.inverse, to: device)
  }
}

/// The scale of a picture for a ``LandmarkFaceEngine``.
enum NetworkScale {
  /// The size of the smallest face that is found reliably, in pixels.
  static let smallestFace = 16.0
  /// The long side below which pictures are not scaled down for tracking, in pixels.
  static let usualSide = 640.0

  /// Returns the scale at which the smallest face has a number of pixels, at most 1.
  ///
  /// - Parameter fraction: The smallest face as a fraction of the height, clamped to 0 to 1; NaN counts as 0.
  static func factor(fraction: Double, height: Int, smallestFace: Double = smallestFace) -> Double {
    let fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    return min(1, smallestFace / max(fraction * Double(height), 1))
  }
}
