import OpenCaptureCodes
import OpenCaptureMediaSamples

/// Reads QR codes.
struct CodeFeatureFinder: FeatureFinder {
  private let scanner: CodeScanner
  private let limit: Int

  init(_ options: [String: Any]) {
    var scanner = CodeScanner()
    scanner.effort = options.isFast ? .fast : .balanced
    (self.scanner, limit) = (scanner, options.featureLimit)
  }

  func features(
    in luma: PixelBuffer, orientation: ImageOrientation, _ space: DetectionSpace
  ) throws -> [CIFeature] {
    try scanner.scan(luma).prefix(limit).map { CIQRCodeFeature($0, in: space) }
  }
}
