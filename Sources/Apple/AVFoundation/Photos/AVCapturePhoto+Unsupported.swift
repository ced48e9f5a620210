public import CoreVideo
import Foundation

extension AVCapturePhoto {
  /// Distances: there are none.
  public var depthData: AVDepthData? { nil }

  /// What is a person: not known.
  public var portraitEffectsMatte: AVPortraitEffectsMatte? { nil }

  /// How the lens projects: not known.
  public var cameraCalibrationData: AVCameraCalibrationData? { nil }

  /// How sure colours are: not known.
  public var constantColorConfidenceMap: CVPixelBuffer? { nil }

  /// How sure colours are: not known.
  public var constantColorCenterWeightedMeanConfidenceLevel: Float { 0 }

  /// Whether a photo with sure colours comes as well; no.
  public var isConstantColorFallbackPhoto: Bool { false }

  /// What is seen: not known.
  public func semanticSegmentationMatte(
    for semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
  ) -> AVSemanticSegmentationMatte? { nil }

  /// The whole file; what is given in place of its parts is not put in.
  public func fileDataRepresentation(
    withReplacementMetadata replacementMetadata: [String: Any]?,
    replacementEmbeddedThumbnailPhotoFormat: [String: Any]?,
    replacementEmbeddedThumbnailPixelBuffer: CVPixelBuffer?, replacementDepthData: AVDepthData?
  ) -> Data? { fileDataRepresentation() }
}
