// swift-format-ignore-file
// Written in the style of Apple's documentation.

import CoreImage
import Foundation

func detectQRCode(_ ciImage: CIImage?) -> [CIFeature]? {
  guard let ciImage else { return nil }
  var options: [String: Any]
  let context = CIContext()
  options = [CIDetectorAccuracy: CIDetectorAccuracyHigh]
  let qrDetector = CIDetector(ofType: CIDetectorTypeQRCode, context: context, options: options)
  if ciImage.properties.keys.contains((kCGImagePropertyOrientation as String)) {
    options = [CIDetectorImageOrientation: ciImage.properties[(kCGImagePropertyOrientation as String)] ?? 1]
  } else {
    options = [CIDetectorImageOrientation: 1]
  }
  let features = qrDetector?.features(in: ciImage, options: options)
  return features
}

func messages(inFileAt url: URL) -> [String] {
  guard let features = detectQRCode(CIImage(contentsOf: url)), !features.isEmpty else { return [] }
  return features.compactMap { ($0 as? CIQRCodeFeature)?.messageString }
}
