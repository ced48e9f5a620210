public import CoreMedia
public import OpenCaptureSession

/// A reaction to a gesture; not supported.
public struct AVCaptureReactionType: RawRepresentable, Sendable, Hashable {
  /// The name of the reaction.
  public let rawValue: String

  /// Creates a reaction with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Balloons.
  public static let balloons = Self(rawValue: "ReactionBalloons")
  /// Confetti.
  public static let confetti = Self(rawValue: "ReactionConfetti")
  /// Fireworks.
  public static let fireworks = Self(rawValue: "ReactionFireworks")
  /// A heart.
  public static let heart = Self(rawValue: "ReactionHeart")
  /// Lasers.
  public static let lasers = Self(rawValue: "ReactionLasers")
  /// Rain.
  public static let rain = Self(rawValue: "ReactionRain")
  /// A thumbs-down.
  public static let thumbsDown = Self(rawValue: "ReactionThumbsDown")
  /// A thumbs-up.
  public static let thumbsUp = Self(rawValue: "ReactionThumbsUp")

  /// The name of the symbol; always empty.
  public var systemImageName: String { "" }
}

/// A reaction in progress; never created.
public final class AVCaptureReactionEffectState: Sendable {
  private init() {}

  /// The reaction.
  public var reactionType: AVCaptureReactionType { .heart }
  /// The start time.
  public var startTime: CMTime { .invalid }
  /// The end time.
  public var endTime: CMTime { .invalid }
}

/// A problem of recording spatial video.
public struct AVSpatialCaptureDiscomfortReason: RawRepresentable, Sendable, Hashable {
  /// The name of the problem.
  public let rawValue: String

  /// Creates a problem with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The scene is too dark.
  public static let notEnoughLight = Self(rawValue: "AVSpatialCaptureDiscomfortReasonNotEnoughLight")
  /// The subject is too close.
  public static let subjectTooClose = Self(rawValue: "AVSpatialCaptureDiscomfortReasonSubjectTooClose")
}

extension CaptureDevice {
  /// A microphone mode.
  public enum MicrophoneMode: Int, Sendable {
    /// Standard processing.
    case standard = 0
    /// Minimal processing.
    case wideSpectrum = 1
    /// Isolation of voices.
    case voiceIsolation = 2
  }

  /// A system panel for cameras and microphones.
  public enum SystemUserInterface: Int, Sendable {
    /// The panel of video effects.
    case videoEffects = 1
    /// The panel of microphone modes.
    case microphoneModes = 2
  }

  /// The switching behavior of constituent cameras.
  public enum PrimaryConstituentDeviceSwitchingBehavior: Int, Sendable {
    /// The device has no constituent cameras.
    case unsupported = 0
    /// Switch whenever this improves the image.
    case auto = 1
    /// Switch only under given conditions.
    case restricted = 2
    /// Never switch.
    case locked = 3
  }

  /// The conditions for switching constituent cameras.
  public struct PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates conditions from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The zoom factor changes.
    public static let videoZoomChanged = Self(rawValue: 1)
    /// The focus mode changes.
    public static let focusModeChanged = Self(rawValue: 2)
    /// The exposure mode changes.
    public static let exposureModeChanged = Self(rawValue: 4)
  }
}

extension CaptureDevice.DiscoverySession {
  /// The sets of cameras that can stream at once; always empty, for unknown.
  public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] { [] }
}
