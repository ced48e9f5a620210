public import CoreVideo
package import OpenCaptureMediaSamples

/// A detector of faces or QR codes in images.
///
/// Several threads can share a detector.
public final class CIDetector: NSObject, Sendable {
  private let finder: any FeatureFinder

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - type: ``CIDetectorTypeFace`` or ``CIDetectorTypeQRCode``.
  ///   - context: Has no effect.
  ///   - options: ``CIDetectorAccuracy`` and ``CIDetectorMaxFeatureCount``; for faces also ``CIDetectorTracking``
  ///     and ``CIDetectorMinFeatureSize``.
  /// - Returns: nil for other types, or if the face detection data cannot be loaded. The latter is reported on
  ///   standard error.
  public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
    do {
      switch type {
      case CIDetectorTypeFace: finder = try FaceFeatureFinder(options ?? [:])
      case CIDetectorTypeQRCode: finder = CodeFeatureFinder(options ?? [:])
      default: return nil
      }
    } catch {
      MisuseReporter.report("\(type): \(error)")
      return nil
    }
    super.init()
  }

  /// Detects features in an image and returns them in image coordinates.
  ///
  /// Returns none if the image cannot be rendered, which is reported on standard error.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - options: ``CIDetectorImageOrientation``; the default is upright.
  public func features(in image: CIImage, options: [String: Any]? = nil) -> [CIFeature] {
    let orientation = options?.integer(CIDetectorImageOrientation).flatMap(UInt8.init(exactly:))
      .flatMap(ImageOrientation.init(rawValue:))
    do {
      guard let (luma, area) = try image.luma() else { return [] }
      return try finder.features(in: luma, orientation: orientation ?? .up, DetectionSpace(area: area))
    } catch {
      MisuseReporter.report("\(#function): \(error)")
      return []
    }
  }
}

/// The detection of one type of feature.
protocol FeatureFinder: Sendable {
  /// Detects features in an image that `orientation` makes upright; `space` has the coordinates of the results.
  func features(in luma: PixelBuffer, orientation: ImageOrientation, _ space: DetectionSpace) throws -> [CIFeature]
}

extension CIImage {
  /// Returns the input of detectors and its position; nil if the image is empty.
  func luma() throws -> (pixels: PixelBuffer, area: PixelRect)? {
    guard let area = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    return area.isEmpty ? nil : (try recipe.pixels(of: area, .luma), area)
  }

  /// Returns the input of detectors; nil if the image is empty.
  package func detectionLuma() throws -> PixelBuffer? { try luma()?.pixels }
}

extension [String: Any] {
  /// Whether speed is preferred to accuracy.
  var isFast: Bool { self[CIDetectorAccuracy] as? String == CIDetectorAccuracyLow }

  /// The maximum number of features.
  var featureLimit: Int { Swift.max(0, integer(CIDetectorMaxFeatureCount) ?? .max) }
}

/// The detector of faces, with ``CIFaceFeature`` results.
public let CIDetectorTypeFace = "CIDetectorTypeFace"
/// The detector of QR codes, with ``CIQRCodeFeature`` results.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// The detector of rectangles; not available.
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
/// The detector of text regions; not available.
public let CIDetectorTypeText = "CIDetectorTypeText"

/// The key of the accuracy: ``CIDetectorAccuracyLow`` or ``CIDetectorAccuracyHigh``, the default.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
/// The accuracy that needs the least time.
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
/// The accuracy that finds more features; `balanced` in OpenCapture.
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// The key of whether faces are tracked, so that each keeps its ``CIFaceFeature/trackingID``.
public let CIDetectorTracking = "CIDetectorTracking"
/// The key of the smallest face size, as a fraction of the shorter side of the image.
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
/// The key of the maximum number of features.
public let CIDetectorMaxFeatureCount = "CIDetectorMaxFeatureCount"
/// The key of the number of face angles; has no effect.
public let CIDetectorNumberOfAngles = "CIDetectorNumberOfAngles"
/// The key of the rotation that makes the image upright: an EXIF orientation, 1 to 8.
///
/// Results remain in the coordinates of the image.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
/// The key of whether closed eyes are detected; has no effect.
public let CIDetectorEyeBlink = "CIDetectorEyeBlink"
/// The key of whether smiles are detected; has no effect.
public let CIDetectorSmile = "CIDetectorSmile"
/// The key of the focal length; has no effect.
public let CIDetectorFocalLength = "CIDetectorFocalLength"
/// The key of the aspect ratio of rectangles; has no effect.
public let CIDetectorAspectRatio = "CIDetectorAspectRatio"
/// The key of whether parts of text are returned; has no effect.
public let CIDetectorReturnSubFeatures = "CIDetectorReturnSubFeatures"
