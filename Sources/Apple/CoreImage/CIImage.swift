public import CoreVideo
import OpenCapturePictures

/// An image and the operations to apply to its pixels.
///
/// The image is in a plane whose y axis points up. The lower left corner of a new image is at the origin. Images
/// are immutable, and each method returns another image. Pixels are computed when ``CIContext`` or a detector needs
/// them.
public final class CIImage: NSObject, @unchecked Sendable {
  // Unchecked because of the values in `properties`, which are never modified.

  /// The source and the operations.
  let recipe: ImageRecipe

  /// The position and size in the plane.
  public let extent: CGRect

  /// The orientation, width and height from the file, under the names of Image I/O.
  ///
  /// Empty for images of pixels in memory.
  public let properties: [String: Any]

  init(_ recipe: ImageRecipe, properties: [String: Any] = [:]) {
    self.recipe = recipe
    self.properties = properties
    extent = recipe.extent
  }

  /// Creates an image of pixels.
  ///
  /// The image shares the pixels and shows later changes.
  ///
  /// - Parameters:
  ///   - pixelBuffer: The pixels.
  ///   - options: Only ``CIImageOption/properties`` and ``CIImageOption/applyOrientationProperty`` have an effect.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
    let sample = SampleBuffer(pixelBuffer: pixelBuffer, colorMatrix: pixelBuffer.attachedColorMatrix)
    self.init(sample, properties: [:], options: options)
  }

  /// Creates an image of pixels, which it shares.
  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
    self.init(cvPixelBuffer: imageBuffer, options: options)
  }

  convenience init(_ sample: SampleBuffer, properties: [String: Any], options: [CIImageOption: Any]?) {
    let properties = options?[.properties] as? [String: Any] ?? properties
    let stored = ImageRecipe.stored(sample)
    let appliesOrientation = options?[.applyOrientationProperty] as? Bool ?? false
    let orientation = properties.integer(kCGImagePropertyOrientation)
      .flatMap(UInt32.init(exactly:)).flatMap(CGImagePropertyOrientation.init(rawValue:))
    guard appliesOrientation, let orientation, orientation != .up else {
      self.init(stored, properties: properties)
      return
    }
    // The image is now upright. Reset the property, so that the caller does not rotate it a second time.
    let upright = properties.merging([kCGImagePropertyOrientation: NSNumber(value: 1)]) { $1 }
    self.init(stored.transformed(by: .orienting(stored.extent, orientation)), properties: upright)
  }

  /// Returns an image without pixels.
  public static func empty() -> CIImage { CIImage(.empty) }

  /// The pixels of the image; nil for processed images and for images from a file.
  public var pixelBuffer: CVPixelBuffer? {
    if case .stored(let sample) = recipe { sample.pixelBuffer } else { nil }
  }

  /// A description for debugging.
  public override var description: String { "<CIImage: extent \(extent)>" }

  /// Returns the image translated, scaled, rotated or skewed.
  ///
  /// - Parameters:
  ///   - matrix: The transform.
  ///   - highQualityDownsample: Has no effect. Each pixel of a reduced image is the mean of the pixels that it
  ///     covers.
  public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool = false) -> CIImage {
    CIImage(recipe.transformed(by: matrix), properties: properties)
  }

  /// Returns the part of the image within a rectangle, at its position.
  public func cropped(to rect: CGRect) -> CIImage { CIImage(recipe.cropped(to: rect), properties: properties) }

  /// Returns the image made upright from an orientation of its pixels.
  ///
  /// If the image is rotated or mirrored, its lower left corner is at the origin.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    transformed(by: orientationTransform(for: orientation))
  }

  /// Returns the image made upright from an EXIF orientation, 1 to 8; other numbers have no effect.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    transformed(by: orientationTransform(forExifOrientation: orientation))
  }

  /// Returns the transform that ``oriented(_:)`` applies.
  public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    .orienting(extent, orientation)
  }

  /// Returns the transform that ``oriented(forExifOrientation:)`` applies.
  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    guard let orientation = UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init(rawValue:)) else {
      return .identity
    }
    return orientationTransform(for: orientation)
  }

  /// Reads a JPEG, PNG or PNM file; nil if the file cannot be read or has another format.
  ///
  /// - Parameters:
  ///   - url: The URL of the file.
  ///   - options: See ``CIImageOption``.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
    guard url.isFileURL, let picture = try? EncodedPicture(contentsOf: url.path) else { return nil }
    self.init(picture, options: options)
  }

  /// Creates an image of the contents of a JPEG, PNG or PNM file; nil for other formats.
  ///
  /// - Parameters:
  ///   - data: The contents of the file.
  ///   - options: See ``CIImageOption``.
  public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
    guard let picture = data.withUnsafeBytes({ try? EncodedPicture(copying: $0.bytes) }) else { return nil }
    self.init(picture, options: options)
  }

  private convenience init?(_ picture: EncodedPicture, options: [CIImageOption: Any]?) {
    guard let sample = try? picture.sampleBuffer() else { return nil }
    let size = sample.format.videoDimensions
    let properties: [String: Any] = [
      kCGImagePropertyOrientation: NSNumber(value: Int(sample.orientation.rawValue)),
      kCGImagePropertyPixelWidth: NSNumber(value: size.width),
      kCGImagePropertyPixelHeight: NSNumber(value: size.height),
    ]
    self.init(sample, properties: properties, options: options)
  }
}

/// Options for creating an image.
public struct CIImageOption: RawRepresentable, Sendable, Hashable {
  /// The name of the option.
  public let rawValue: String

  /// Creates an option with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether to rotate the image as its file specifies; default false.
  public static let applyOrientationProperty = Self(rawValue: "kCIImageApplyOrientationProperty")
  /// The properties of the image, which replace those of its file.
  public static let properties = Self(rawValue: "kCIImageProperties")
  /// The color space of the pixels; has no effect.
  public static let colorSpace = Self(rawValue: "kCIImageColorSpace")
  /// Whether to repeat pixels when the image is enlarged; has no effect.
  public static let nearestSampling = Self(rawValue: "kCIImageNearestSampling")
}
