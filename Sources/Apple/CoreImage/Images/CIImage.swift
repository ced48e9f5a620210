public import CoreVideo
import OpenCaptureMediaSamples

/// A picture, and what is to be done to it when somebody looks at it.
///
/// Its place is a plane whose y goes up: the lower left corner of a picture that was just made is at the origin. It never
/// changes; each method gives another image. Nothing is computed before ``CIContext`` or a detector needs pixels.
public final class CIImage: NSObject, @unchecked Sendable {
  // Unchecked for what properties hold, which nobody writes to.

  /// How it comes about.
  let recipe: ImageRecipe

  /// Where in the plane it is.
  public let extent: CGRect

  /// What its file says besides: orientation, width and height, by Image I/O's names; of pixels in memory, nothing.
  public let properties: [String: Any]

  init(_ recipe: ImageRecipe, properties: [String: Any] = [:]) {
    (self.recipe, self.properties) = (recipe, properties)
    extent = recipe.extent
  }

  /// Makes an image of pixels, which it shares: what is written to them, it shows.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
    self.init(cvPixelBuffer: pixelBuffer, options: nil)
  }

  /// Makes an image of pixels, which it shares.
  ///
  /// - Parameters:
  ///   - pixelBuffer: The pixels.
  ///   - options: Of them, ``CIImageOption/properties`` has an effect, and with it
  ///     ``CIImageOption/applyOrientationProperty``.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]?) {
    let matrix = pixelBuffer.attachmentEntry(kCVImageBufferYCbCrMatrixKey)?.value as? String
    let sample = SampleBuffer(
      imageBuffer: pixelBuffer, colorMatrix: matrix.flatMap(ColorMatrix.init(coreVideoName:)) ?? .bt601)
    self.init(sample, properties: [:], options: options)
  }

  /// As ``init(cvPixelBuffer:)``.
  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) { self.init(cvPixelBuffer: imageBuffer) }

  /// As ``init(cvPixelBuffer:options:)``.
  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]?) {
    self.init(cvPixelBuffer: imageBuffer, options: options)
  }

  convenience init(_ sample: SampleBuffer, properties: [String: Any], options: [CIImageOption: Any]?) {
    let properties = options?[.properties] as? [String: Any] ?? properties
    let stored = ImageRecipe.stored(sample)
    let isTurned = options?[.applyOrientationProperty] as? Bool ?? false
    let orientation = properties.integer(kCGImagePropertyOrientation)
      .flatMap(UInt32.init(exactly:)).flatMap(CGImagePropertyOrientation.init(rawValue:))
    guard isTurned, let orientation, orientation != .up else {
      self.init(stored, properties: properties)
      return
    }
    // It is turned already: who turns it by its properties again would turn it twice.
    let upright = properties.merging([kCGImagePropertyOrientation: 1]) { $1 }
    self.init(stored.transformed(by: .orienting(stored.extent, orientation)), properties: upright)
  }

  /// An image with nothing in it.
  public static func empty() -> CIImage { CIImage(.empty) }

  /// The pixels that it was made of; nil where something is to be done to them, or it came from a file.
  public var pixelBuffer: CVPixelBuffer? {
    if case .stored(let sample) = recipe { sample.storedPixels } else { nil }
  }

  /// What it is, for a person.
  public override var description: String { "<CIImage: extent \(extent)>" }
}
