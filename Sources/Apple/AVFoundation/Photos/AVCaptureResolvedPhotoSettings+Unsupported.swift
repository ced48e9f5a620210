public import CoreMedia

extension AVCaptureResolvedPhotoSettings {
  /// How large what is told of persons is: 0×0, there is none.
  public var portraitEffectsMatteDimensions: CMVideoDimensions { CMVideoDimensions() }

  /// Whether two cameras make the photo; no.
  public var isDualCameraFusionEnabled: Bool { false }

  /// Whether several cameras make the photo; no.
  public var isVirtualDeviceFusionEnabled: Bool { false }

  /// How large what is told of what is seen is: 0×0, there is none.
  public func dimensionsForSemanticSegmentationMatte(
    ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
  ) -> CMVideoDimensions { CMVideoDimensions() }
}
