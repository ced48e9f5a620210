public import OpenCaptureRecording

extension CaptureMovieFileOutput {
  /// False: movies are flat.
  public var isSpatialVideoCaptureSupported: Bool { false }

  /// Whether movies have depth; no.
  public var isSpatialVideoCaptureEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isSpatialVideoCaptureEnabled: movies are flat") } }
  }

  /// Whether it is said when another camera takes over; no.
  public var isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// When another camera takes over: never.
  public var primaryConstituentDeviceSwitchingBehaviorForRecording:
    AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior
  { .unsupported }

  /// When another camera may take over: never.
  public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditionsForRecording:
    AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  { [] }

  /// Says when another camera takes over while a movie is recorded; there is none.
  public func setPrimaryConstituentDeviceSwitchingBehaviorForRecording(
    _ switchingBehavior: AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior,
    restrictedSwitchingBehaviorConditions: AVCaptureDevice
      .PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  ) { Misuse.tell("\(#function): cameras don't act as one") }
}
