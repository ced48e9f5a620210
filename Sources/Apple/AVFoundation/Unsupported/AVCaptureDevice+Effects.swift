public import CoreMedia
public import OpenCaptureSession

/// What a gesture can do; nothing does it here.
public struct AVCaptureReactionType: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Names it.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Balloons rise.
  public static let balloons = Self(rawValue: "balloons")
  /// Confetti falls.
  public static let confetti = Self(rawValue: "confetti")
  /// Fireworks go off.
  public static let fireworks = Self(rawValue: "fireworks")
  /// A heart appears.
  public static let heart = Self(rawValue: "heart")
  /// Lasers shine.
  public static let lasers = Self(rawValue: "lasers")
  /// It rains.
  public static let rain = Self(rawValue: "rain")
  /// A thumb points down.
  public static let thumbsDown = Self(rawValue: "thumbsDown")
  /// A thumb points up.
  public static let thumbsUp = Self(rawValue: "thumbsUp")

  /// The name of a picture of it; none.
  public var systemImageName: String { "" }
}

/// What a gesture does; nothing does it here, so that there is none.
public final class AVCaptureReactionEffectState: Sendable {
  private init() {}

  /// What it does.
  public var reactionType: AVCaptureReactionType { .heart }
  /// When it began.
  public var startTime: CMTime { .invalid }
  /// When it ends.
  public var endTime: CMTime { .invalid }
}

/// What is wrong for spatial movies.
public struct AVSpatialCaptureDiscomfortReason: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Names it.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It is too dark.
  public static let notEnoughLight = Self(rawValue: "notEnoughLight")
  /// Something is too near.
  public static let subjectTooClose = Self(rawValue: "subjectTooClose")
}

extension CaptureDevice {
  /// Who decides whether pictures follow people.
  public enum CenterStageControlMode: Int, Sendable {
    /// The person.
    case user = 0
    /// The program.
    case app = 1
    /// Both.
    case cooperative = 2
  }

  /// What a microphone hears.
  public enum MicrophoneMode: Int, Sendable {
    /// Everything.
    case standard = 0
    /// Everything, as well as can be.
    case wideSpectrum = 1
    /// Who speaks.
    case voiceIsolation = 2
  }

  /// The system's choices for cameras and microphones.
  public enum SystemUserInterface: Int, Sendable {
    /// Effects of cameras.
    case videoEffects = 1
    /// What microphones hear.
    case microphoneModes = 2
  }

  /// When another of several cameras takes over that act as one.
  public enum PrimaryConstituentDeviceSwitchingBehavior: Int, Sendable {
    /// There are no such cameras.
    case unsupported = 0
    /// Whenever it is better.
    case auto = 1
    /// When something else changes as well.
    case restricted = 2
    /// Never.
    case locked = 3
  }

  /// What has to change for another camera to take over.
  public struct PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes conditions of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The zoom.
    public static let videoZoomChanged = Self(rawValue: 1)
    /// How is focused.
    public static let focusModeChanged = Self(rawValue: 2)
    /// How is exposed.
    public static let exposureModeChanged = Self(rawValue: 4)
  }
}

extension CaptureDevice.DiscoverySession {
  /// Which cameras can stream at once: not known, their bus decides.
  public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] { [] }
}
