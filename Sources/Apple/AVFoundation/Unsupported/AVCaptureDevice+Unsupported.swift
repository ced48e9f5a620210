public import CoreMedia
public import OpenCaptureSession

extension CaptureDevice {
  /// Whether this is a virtual device; always false.
  public var isVirtualDevice: Bool { false }

  /// The constituent cameras; always empty.
  public var constituentDevices: [AVCaptureDevice] { [] }

  /// The zoom factors at which constituent cameras are switched; always empty.
  public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }

  /// The switching behavior of constituent cameras; always unsupported.
  public var primaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior { .unsupported }

  /// The conditions for switching constituent cameras; always empty.
  public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
    PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  { [] }

  /// The active switching behavior of constituent cameras; always unsupported.
  public var activePrimaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
    .unsupported
  }

  /// The active conditions for switching constituent cameras; always empty.
  public var activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
    PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  { [] }

  /// The active constituent camera; always nil.
  public var activePrimaryConstituent: AVCaptureDevice? { nil }

  /// The supported fallback cameras; always empty.
  public var supportedFallbackPrimaryConstituentDevices: [AVCaptureDevice] { [] }

  /// The fallback cameras; always empty.
  public var fallbackPrimaryConstituentDevices: [AVCaptureDevice] {
    get { [] }
    set { MisuseReporter.reportUnsupported(!newValue.isEmpty) }
  }

  /// Sets the switching behavior of constituent cameras; not supported.
  public func setPrimaryConstituentDeviceSwitchingBehavior(
    _ switchingBehavior: PrimaryConstituentDeviceSwitchingBehavior,
    restrictedSwitchingBehaviorConditions: PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  ) { MisuseReporter.report("\(#function): not supported by \(localizedName)") }

  /// Returns the position of one camera relative to another; always nil.
  public static func extrinsicMatrix(from fromDevice: AVCaptureDevice, to toDevice: AVCaptureDevice) -> Data? {
    nil
  }

  /// The active format of depth data; always nil.
  public var activeDepthDataFormat: Format? { nil }

  /// The minimum frame duration of depth data; always invalid.
  public var activeDepthDataMinFrameDuration: CMTime { .invalid }

  /// Whether reactions are supported; always false.
  public var canPerformReactionEffects: Bool { false }

  /// The supported reactions; always empty.
  public var availableReactionTypes: Set<AVCaptureReactionType> { [] }

  /// The reactions in progress; always empty.
  public var reactionEffectsInProgress: [AVCaptureReactionEffectState] { [] }

  /// Performs a reaction; not supported.
  public func performEffect(for reactionType: AVCaptureReactionType) {
    MisuseReporter.report("performEffect(for:): not supported by \(localizedName)")
  }

  /// The Desk View camera; always nil.
  public var companionDeskViewCamera: AVCaptureDevice? { nil }

  /// Whether this is a phone used as a camera; always false, for unknown.
  public var isContinuityCamera: Bool { false }

  /// Whether the portrait effect is active; always false.
  public var isPortraitEffectActive: Bool { false }

  /// Whether Studio Light is active; always false.
  public var isStudioLightActive: Bool { false }

  /// Whether background replacement is active; always false.
  public var isBackgroundReplacementActive: Bool { false }

  /// The problems of recording spatial video; always empty.
  public var spatialCaptureDiscomfortReasons: Set<AVSpatialCaptureDiscomfortReason> { [] }

  /// Whether the portrait effect is enabled; always false.
  public static var isPortraitEffectEnabled: Bool { false }

  /// Whether Studio Light is enabled; always false.
  public static var isStudioLightEnabled: Bool { false }

  /// Whether background replacement is enabled; always false.
  public static var isBackgroundReplacementEnabled: Bool { false }

  /// Whether reactions are enabled; always false.
  public static var reactionEffectsEnabled: Bool { false }

  /// Whether gestures for reactions are enabled; always false.
  public static var reactionEffectGesturesEnabled: Bool { false }

  /// The microphone mode that the user prefers; always standard.
  public static var preferredMicrophoneMode: MicrophoneMode { .standard }

  /// The active microphone mode; always standard.
  public static var activeMicrophoneMode: MicrophoneMode { .standard }

  /// Shows a system panel for cameras and microphones; not supported.
  public static func showSystemUserInterface(_ systemUserInterface: SystemUserInterface) {
    MisuseReporter.report("showSystemUserInterface(_:): not supported")
  }

  /// Returns the chromaticity for gains; always zero, for unknown.
  public func chromaticityValues(for whiteBalanceGains: WhiteBalanceGains) -> WhiteBalanceChromaticityValues {
    WhiteBalanceChromaticityValues()
  }
}
