public import Foundation

extension AVAudioSession {
  /// A category of audio behavior.
  public struct Category: RawRepresentable, Sendable, Hashable {
    /// The name of the category.
    public let rawValue: String

    /// Creates a category with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound that mixes with that of other programs.
    public static let ambient = Self(rawValue: "AVAudioSessionCategoryAmbient")
    /// Sound that silences other programs; the default.
    public static let soloAmbient = Self(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Playback.
    public static let playback = Self(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording.
    public static let record = Self(rawValue: "AVAudioSessionCategoryRecord")
    /// Playback and recording.
    public static let playAndRecord = Self(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Several devices at once.
    public static let multiRoute = Self(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// A specialization of a category.
  public struct Mode: RawRepresentable, Sendable, Hashable {
    /// The name of the mode.
    public let rawValue: String

    /// Creates a mode with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No specialization.
    public static let `default` = Self(rawValue: "AVAudioSessionModeDefault")
    /// Calls.
    public static let voiceChat = Self(rawValue: "AVAudioSessionModeVoiceChat")
    /// Chat in games.
    public static let gameChat = Self(rawValue: "AVAudioSessionModeGameChat")
    /// Movie recording.
    public static let videoRecording = Self(rawValue: "AVAudioSessionModeVideoRecording")
    /// Measurements.
    public static let measurement = Self(rawValue: "AVAudioSessionModeMeasurement")
    /// Movie playback.
    public static let moviePlayback = Self(rawValue: "AVAudioSessionModeMoviePlayback")
    /// Video calls.
    public static let videoChat = Self(rawValue: "AVAudioSessionModeVideoChat")
    /// Spoken content.
    public static let spokenAudio = Self(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Spoken prompts.
    public static let voicePrompt = Self(rawValue: "AVAudioSessionModeVoicePrompt")
  }

  /// Options of a category.
  public struct CategoryOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Mix with other programs.
    public static let mixWithOthers = Self(rawValue: 0x1)
    /// Reduce the volume of other programs.
    public static let duckOthers = Self(rawValue: 0x2)
    /// Allow Bluetooth headsets.
    public static let allowBluetooth = Self(rawValue: 0x4)
    /// Allow Bluetooth headsets; the same as ``allowBluetooth``.
    public static let allowBluetoothHFP = Self(rawValue: 0x4)
    /// Use the loudspeaker.
    public static let defaultToSpeaker = Self(rawValue: 0x8)
    /// Interrupt spoken content of other programs.
    public static let interruptSpokenAudioAndMixWithOthers = Self(rawValue: 0x11)
    /// Allow Bluetooth loudspeakers.
    public static let allowBluetoothA2DP = Self(rawValue: 0x20)
    /// Allow AirPlay.
    public static let allowAirPlay = Self(rawValue: 0x40)
    /// Continue when the microphone is muted in hardware.
    public static let overrideMutedMicrophoneInterruption = Self(rawValue: 0x80)
  }

  /// Options of an activation.
  public struct SetActiveOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Notify other programs of the deactivation.
    public static let notifyOthersOnDeactivation = Self(rawValue: 1)
  }

  /// A policy for routes.
  public enum RouteSharingPolicy: UInt, Sendable {
    /// The default.
    case `default` = 0
    /// Long sound.
    case longFormAudio = 1
    /// Separate routes.
    case independent = 2
    /// Long movies.
    case longFormVideo = 3
  }

  /// The permission to use microphones.
  public enum RecordPermission: UInt, Sendable {
    /// No microphone is connected.
    case undetermined = 0x756e_6474
    /// The program cannot use microphones.
    case denied = 0x6465_6e79
    /// The program can use microphones.
    case granted = 0x6772_6e74
  }

  /// A replacement of the speaker.
  public enum PortOverride: UInt, Sendable {
    /// No replacement.
    case none = 0
    /// The loudspeaker.
    case speaker = 0x7370_6b72
  }

  /// A type of port.
  public struct Port: RawRepresentable, Sendable, Hashable {
    /// The name of the type.
    public let rawValue: String

    /// Creates a type with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A built-in microphone.
    public static let builtInMic = Self(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a headset.
    public static let headsetMic = Self(rawValue: "MicrophoneWired")
    /// A line input.
    public static let lineIn = Self(rawValue: "LineIn")
    /// A built-in speaker.
    public static let builtInSpeaker = Self(rawValue: "Speaker")
    /// The earpiece of a phone.
    public static let builtInReceiver = Self(rawValue: "Receiver")
    /// Headphones.
    public static let headphones = Self(rawValue: "Headphones")
    /// A line output.
    public static let lineOut = Self(rawValue: "LineOut")
    /// A Bluetooth headset.
    public static let bluetoothHFP = Self(rawValue: "BluetoothHFP")
    /// A Bluetooth loudspeaker.
    public static let bluetoothA2DP = Self(rawValue: "BluetoothA2DPOutput")
    /// A Bluetooth hearing aid.
    public static let bluetoothLE = Self(rawValue: "BluetoothLE")
    /// A device on AirPlay.
    public static let airPlay = Self(rawValue: "AirPlay")
    /// A device on HDMI.
    public static let HDMI = Self(rawValue: "HDMIOutput")
    /// A device on USB.
    public static let usbAudio = Self(rawValue: "USBAudio")
    /// The audio of a car.
    public static let carAudio = Self(rawValue: "CarAudio")
  }

  /// The type of an interruption.
  public enum InterruptionType: UInt, Sendable {
    /// The interruption began.
    case began = 1
    /// The interruption ended.
    case ended = 0
  }

  /// Options of an interruption.
  public struct InterruptionOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The program should resume.
    public static let shouldResume = Self(rawValue: 1)
  }

  /// The reason of a change of route.
  public enum RouteChangeReason: UInt, Sendable {
    /// Unknown.
    case unknown = 0
    /// A device was connected.
    case newDeviceAvailable = 1
    /// A device was disconnected.
    case oldDeviceUnavailable = 2
    /// The category changed.
    case categoryChange = 3
    /// The route was overridden.
    case `override` = 4
    /// The system woke up.
    case wakeFromSleep = 6
    /// No device suits the category.
    case noSuitableRouteForCategory = 7
    /// The configuration of a device changed.
    case routeConfigurationChange = 8
  }

  // Interruptions and changes of route are not reported: sound servers move streams between devices themselves. The
  // capture session reports a disconnected microphone.

  /// The notification of an interruption; never posted.
  public static let interruptionNotification = Notification.Name("AVAudioSessionInterruptionNotification")
  /// The notification of a change of route; never posted.
  public static let routeChangeNotification = Notification.Name("AVAudioSessionRouteChangeNotification")
  /// The notification of a hint to silence secondary sound; never posted.
  public static let silenceSecondaryAudioHintNotification = Notification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification")
  /// The notification of lost media services; never posted.
  public static let mediaServicesWereLostNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")
  /// The notification of restarted media services; never posted.
  public static let mediaServicesWereResetNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
}

/// The `userInfo` key of an `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The `userInfo` key of `AVAudioSession.InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The `userInfo` key of an `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The `userInfo` key of the previous route.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
