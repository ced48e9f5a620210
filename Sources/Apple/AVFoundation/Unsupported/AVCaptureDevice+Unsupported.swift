public import CoreMedia
public import Foundation
public import OpenCaptureSession

extension CaptureDevice {
  /// False: cameras don't act as one.
  public var isVirtualDevice: Bool { false }

  /// The cameras that act as this one: none.
  public var constituentDevices: [AVCaptureDevice] { [] }

  /// Zoom factors at which another camera takes over: none.
  public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }

  /// When another camera takes over: never.
  public var primaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior { .unsupported }

  /// When another camera may take over: never.
  public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
    PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  { [] }

  /// When another camera takes over now: never.
  public var activePrimaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
    .unsupported
  }

  /// When another camera may take over now: never.
  public var activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
    PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  { [] }

  /// Which of several cameras is the one: there is one alone.
  public var activePrimaryConstituent: AVCaptureDevice? { nil }

  /// Cameras that can take over: none.
  public var supportedFallbackPrimaryConstituentDevices: [AVCaptureDevice] { [] }

  /// Cameras that may take over: none.
  public var fallbackPrimaryConstituentDevices: [AVCaptureDevice] {
    get { [] }
    set { if !newValue.isEmpty { Misuse.tell("fallbackPrimaryConstituentDevices: there is none here") } }
  }

  /// Says when another camera takes over; there is none.
  public func setPrimaryConstituentDeviceSwitchingBehavior(
    _ switchingBehavior: PrimaryConstituentDeviceSwitchingBehavior,
    restrictedSwitchingBehaviorConditions: PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  ) { Misuse.tell("\(#function): \(localizedName) is one camera") }

  /// Where one camera is, seen from another: not known.
  public static func extrinsicMatrix(from fromDevice: AVCaptureDevice, to toDevice: AVCaptureDevice) -> Data? {
    nil
  }

  /// The format of distances: there are none.
  public var activeDepthDataFormat: Format? { nil }

  /// How often distances come: never.
  public var activeDepthDataMinFrameDuration: CMTime { .invalid }

  /// False: gestures do nothing.
  public var canPerformReactionEffects: Bool { false }

  /// What gestures can do: nothing.
  public var availableReactionTypes: Set<AVCaptureReactionType> { [] }

  /// What gestures do now: nothing.
  public var reactionEffectsInProgress: [AVCaptureReactionEffectState] { [] }

  /// Does what a gesture would: nothing.
  public func performEffect(for reactionType: AVCaptureReactionType) {
    Misuse.tell("performEffect(for:): \(localizedName) has no effects")
  }

  /// What the picture is kept to: nothing.
  public var centerStageRectOfInterest: CGRect {
    get { .null }
    set { if newValue != .null { Misuse.tell("centerStageRectOfInterest: there is none here") } }
  }

  /// The camera that looks down at the desk: there is none.
  public var companionDeskViewCamera: AVCaptureDevice? { nil }

  /// False: a telephone is a camera like others.
  public var isContinuityCamera: Bool { false }

  /// Whether the picture follows people; no.
  public var isCenterStageActive: Bool { false }

  /// Whether what is behind people is blurred; no.
  public var isPortraitEffectActive: Bool { false }

  /// Whether people are lit; no.
  public var isStudioLightActive: Bool { false }

  /// Whether what is behind people is replaced; no.
  public var isBackgroundReplacementActive: Bool { false }

  /// What is wrong for spatial movies: there are none.
  public var spatialCaptureDiscomfortReasons: Set<AVSpatialCaptureDiscomfortReason> { [] }

  /// Whether pictures follow people; no.
  public static var isCenterStageEnabled: Bool {
    get { false }
    set { if newValue != false { Misuse.tell("isCenterStageEnabled: there is none here") } }
  }

  /// Who decides whether pictures follow people.
  public static var centerStageControlMode: CenterStageControlMode {
    get { .user }
    set { if newValue != .user { Misuse.tell("centerStageControlMode: there is none here") } }
  }

  /// Whether what is behind people is blurred; no.
  public static var isPortraitEffectEnabled: Bool { false }

  /// Whether people are lit; no.
  public static var isStudioLightEnabled: Bool { false }

  /// Whether what is behind people is replaced; no.
  public static var isBackgroundReplacementEnabled: Bool { false }

  /// Whether gestures do something; no.
  public static var reactionEffectsEnabled: Bool { false }

  /// Whether gestures are looked for; no.
  public static var reactionEffectGesturesEnabled: Bool { false }

  /// What the person wants to be heard of: everything.
  public static var preferredMicrophoneMode: MicrophoneMode { .standard }

  /// What is heard: everything.
  public static var activeMicrophoneMode: MicrophoneMode { .standard }

  /// Shows the system's choices for cameras and microphones; there are none.
  public static func showSystemUserInterface(_ systemUserInterface: SystemUserInterface) {
    Misuse.tell("showSystemUserInterface(_:): the system has none")
  }

  /// The chromaticity of gains: not known.
  public func chromaticityValues(for whiteBalanceGains: WhiteBalanceGains) -> WhiteBalanceChromaticityValues {
    WhiteBalanceChromaticityValues()
  }
}
