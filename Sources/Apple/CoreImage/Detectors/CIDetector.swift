public import CoreVideo
package import OpenCaptureMediaSamples

/// Finds faces or QR codes in images.
///
/// Several threads can use one.
public final class CIDetector: NSObject, Sendable {
  private let finder: any FeatureFinder

  /// Makes a detector.
  ///
  /// - Parameters:
  ///   - type: ``CIDetectorTypeFace`` or ``CIDetectorTypeQRCode``.
  ///   - context: Without effect.
  ///   - options: ``CIDetectorAccuracy``; for faces ``CIDetectorTracking`` and ``CIDetectorMinFeatureSize``; and
  ///     ``CIDetectorMaxFeatureCount``.
  /// - Returns: nil for other types; and where what faces are found with can't be loaded, which is told on standard error.
  public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
    do {
      switch type {
      case CIDetectorTypeFace: finder = try FaceFeatureFinder(options ?? [:])
      case CIDetectorTypeQRCode: finder = CodeFeatureFinder(options ?? [:])
      default: return nil
      }
    } catch {
      Misuse.tell("\(type): \(error)")
      return nil
    }
    super.init()
  }

  /// What is found in an image, in its coordinates; nothing where it can't be rendered, which is told on standard error.
  public func features(in image: CIImage) -> [CIFeature] { features(in: image, options: nil) }

  /// What is found in an image, in its coordinates; nothing where it can't be rendered, which is told on standard error.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - options: ``CIDetectorImageOrientation``, default upright.
  public func features(in image: CIImage, options: [String: Any]?) -> [CIFeature] {
    let orientation = options?.integer(CIDetectorImageOrientation).flatMap(UInt8.init(exactly:))
      .flatMap(ImageOrientation.init(rawValue:))
    do {
      guard let (luma, area) = try image.luma() else { return [] }
      return try finder.features(in: luma, orientation: orientation ?? .up, DetectionSpace(area: area))
    } catch {
      Misuse.tell("\(#function): \(error)")
      return []
    }
  }
}

/// What a detector does.
protocol FeatureFinder: Sendable {
  /// What is in a picture.
  ///
  /// - Parameters:
  ///   - luma: The picture.
  ///   - orientation: How it must be turned to be upright.
  ///   - space: Where finds lie.
  func features(
    in luma: PixelBuffer, orientation: ImageOrientation, _ space: DetectionSpace
  ) throws -> [CIFeature]
}

extension CIImage {
  /// What detectors look at, and where it is; nil where there is nothing.
  func luma() throws -> (pixels: PixelBuffer, area: PixelRect)? {
    guard let area = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    return area.isEmpty ? nil : (try recipe.pixels(of: area, .luma), area)
  }

  /// What detectors look at; nil where there is nothing.
  package func detectionLuma() throws -> PixelBuffer? { try luma()?.pixels }
}

extension [String: Any] {
  /// Whether the least time is to be taken.
  var isFast: Bool { self[CIDetectorAccuracy] as? String == CIDetectorAccuracyLow }

  /// How many are found at most.
  var featureLimit: Int { Swift.max(0, integer(CIDetectorMaxFeatureCount) ?? .max) }
}
