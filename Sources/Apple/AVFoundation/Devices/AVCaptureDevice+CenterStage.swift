public import CoreMedia
public import OpenCaptureSession

extension CaptureDevice {
  /// The part of the frames in which Center Stage places faces, in their unit square; default the whole frame.
  ///
  /// It can be set while Center Stage is enabled, with `lockForConfiguration()`.
  public var centerStageRectOfInterest: CGRect {
    get { CGRect(centerStageRegion) }
    set { centerStageRegion = .init(newValue) }
  }
}
