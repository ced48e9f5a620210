public import Foundation
import OpenCapture
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSound
import OpenCaptureSystem

/// The audio behavior of the program.
///
/// Linux has no audio sessions: the sound server mixes programs, and the user selects devices. The session therefore
/// accepts and returns settings, which have no effect. Routes, rates and permissions are those of the system.
public final class AVAudioSession: NSObject, Sendable {
  private struct Settings: Lockable {
    var category = Category.soloAmbient
    var mode = Mode.default
    var policy = RouteSharingPolicy.default
    var options: CategoryOptions = []
    var sampleRate = 0.0
    var bufferDuration: TimeInterval = 0
    var inputUID: String?
    var inputChannelCount = 0
    var allowsHaptics = false
  }

  private static let instance = AVAudioSession()

  private let settings = Locked(Settings())

  private override init() { super.init() }

  /// Returns the session of the program.
  public static func sharedInstance() -> AVAudioSession { instance }

  // MARK: Category

  /// The category; default `soloAmbient`.
  public var category: Category { settings.withLock { $0.category } }

  /// The options of the category; default none.
  public var categoryOptions: CategoryOptions { settings.withLock { $0.options } }

  /// The mode; default `default`.
  public var mode: Mode { settings.withLock { $0.mode } }

  /// The policy for routes; default `default`.
  public var routeSharingPolicy: RouteSharingPolicy { settings.withLock { $0.policy } }

  /// The available categories.
  public var availableCategories: [Category] {
    [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
  }

  /// The available modes.
  public var availableModes: [Mode] {
    [
      .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .videoChat, .spokenAudio,
      .voicePrompt,
    ]
  }

  /// Sets the category; has no effect on sound.
  public func setCategory(_ category: Category) throws { try setCategory(category, mode: .default) }

  /// Sets the category and its options; has no effect on sound.
  public func setCategory(_ category: Category, options: CategoryOptions) throws {
    try setCategory(category, mode: .default, options: options)
  }

  /// Sets the category, the mode and the options; has no effect on sound.
  public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Sets the category, the mode, the policy and the options; has no effect on sound.
  public func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    settings.withLock { settings in
      settings.category = category
      settings.mode = mode
      settings.policy = policy
      settings.options = options
    }
  }

  /// Sets the mode; has no effect on sound.
  public func setMode(_ mode: Mode) throws { settings.withLock { $0.mode = mode } }

  /// Activates or deactivates the session; has no effect, sound is always possible.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}

  // MARK: Permission

  /// The permission to use microphones.
  ///
  /// It follows from the permissions of the device files, and is undetermined if no microphone is connected.
  public var recordPermission: RecordPermission {
    switch CaptureDevice.authorizationStatus(for: .audio) {
    case .authorized: .granted
    case .denied, .restricted: .denied
    case .notDetermined: .undetermined
    }
  }

  /// Calls a closure with whether the program can use microphones; no request appears.
  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    response(recordPermission == .granted)
  }

  // MARK: Hardware

  /// The sample rate of the default microphone, in Hz; 48,000 without one.
  public var sampleRate: Double { Double(microphoneFormat?.sampleRate ?? 48_000) }

  /// The number of channels of the default microphone; 0 without one.
  public var inputNumberOfChannels: Int { microphoneFormat?.channelCount ?? 0 }

  /// The maximum number of input channels, that of the default microphone.
  public var maximumInputNumberOfChannels: Int { inputNumberOfChannels }

  /// The number of output channels: 2, or 0 without a speaker.
  public var outputNumberOfChannels: Int { Speaker.all.isEmpty ? 0 : 2 }

  /// The maximum number of output channels.
  public var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }

  /// Whether a microphone is connected.
  public var isInputAvailable: Bool { !CaptureDevice.devices(for: .audio).isEmpty }

  /// Whether the input gain can be set; always false.
  public var isInputGainSettable: Bool { false }

  /// The input gain, 0 to 1; always 1.
  public var inputGain: Float { 1 }

  /// The volume of the system, 0 to 1; always 1, for unknown.
  public var outputVolume: Float { 1 }

  /// The latency of the microphone, in seconds; always 0, because times of samples are corrected for it.
  public var inputLatency: TimeInterval { 0 }

  /// The latency of the speaker, in seconds; always 0, for unknown.
  public var outputLatency: TimeInterval { 0 }

  /// The duration of a buffer, in seconds: the preferred one, or 10 ms.
  public var ioBufferDuration: TimeInterval { preferredIOBufferDuration > 0 ? preferredIOBufferDuration : 0.01 }

  /// Whether another program plays sound; always false, for unknown.
  public var isOtherAudioPlaying: Bool { false }

  /// Whether the program should silence its secondary sound; always false.
  public var secondaryAudioShouldBeSilencedHint: Bool { false }

  private var microphoneFormat: AudioFormat? {
    CaptureDevice.default(for: .audio)?.activeFormat.formatDescription.audioFormat
  }

  // MARK: Preferences

  /// The preferred sample rate, in Hz; default 0, for none.
  public var preferredSampleRate: Double { settings.withLock { $0.sampleRate } }

  /// Sets the preferred sample rate; has no effect, use the settings of an output.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    settings.withLock { $0.sampleRate = sampleRate }
  }

  /// The preferred duration of a buffer, in seconds; default 0, for none.
  public var preferredIOBufferDuration: TimeInterval { settings.withLock { $0.bufferDuration } }

  /// Sets the preferred duration of a buffer; has no effect.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    settings.withLock { $0.bufferDuration = duration }
  }

  /// The preferred number of input channels; default 0, for none.
  public var preferredInputNumberOfChannels: Int { settings.withLock { $0.inputChannelCount } }

  /// Sets the preferred number of input channels; has no effect, use the settings of an output.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    settings.withLock { $0.inputChannelCount = count }
  }

  /// The preferred microphone; default nil, for none.
  public var preferredInput: AVAudioSessionPortDescription? {
    let uid = settings.withLock { $0.inputUID }
    return uid.flatMap { uid in availableInputs?.first { $0.uid == uid } }
  }

  /// Sets the preferred microphone; has no effect, choose a device for the capture session.
  public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    settings.withLock { $0.inputUID = inPort?.uid }
  }

  /// Sets the input gain; has no effect.
  public func setInputGain(_ gain: Float) throws {}

  /// Sends sound to the loudspeaker; has no effect.
  public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {}

  /// Whether haptics and system sounds are allowed during recordings; default false.
  public var allowHapticsAndSystemSoundsDuringRecording: Bool { settings.withLock { $0.allowsHaptics } }

  /// Sets whether haptics and system sounds are allowed during recordings; has no effect.
  public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
    settings.withLock { $0.allowsHaptics = inValue }
  }

  // MARK: Routes

  /// The connected microphones.
  public var availableInputs: [AVAudioSessionPortDescription]? {
    CaptureDevice.devices(for: .audio).map { device in
      AVAudioSessionPortDescription(
        device.identity.bus == nil ? .builtInMic : .usbAudio, name: device.localizedName, uid: device.uniqueID)
    }
  }

  /// The default microphone and the default speaker.
  public var currentRoute: AVAudioSessionRouteDescription {
    let speakers = Speaker.all.prefix(1).map {
      AVAudioSessionPortDescription(.builtInSpeaker, name: $0.localizedName, uid: $0.uniqueID)
    }
    return AVAudioSessionRouteDescription(inputs: Array((availableInputs ?? []).prefix(1)), outputs: speakers)
  }
}

/// A microphone or speaker.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
  /// The type of the port.
  public let portType: AVAudioSession.Port
  /// The localized name of the device.
  public let portName: String
  /// The unique identifier of the device.
  public let uid: String

  init(_ portType: AVAudioSession.Port, name: String, uid: String) {
    self.portType = portType
    portName = name
    self.uid = uid
  }
}

/// The microphones and speakers in use.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
  /// The microphones.
  public let inputs: [AVAudioSessionPortDescription]
  /// The speakers.
  public let outputs: [AVAudioSessionPortDescription]

  init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
    self.inputs = inputs
    self.outputs = outputs
  }
}

/// The audio permissions of the program.
public final class AVAudioApplication: NSObject, Sendable {
  /// The permission to use microphones.
  public enum RecordPermission: Int, Sendable {
    /// No microphone is connected.
    case undetermined = 0x756e_6474
    /// The program cannot use microphones.
    case denied = 0x6465_6e79
    /// The program can use microphones.
    case granted = 0x6772_6e74
  }

  /// The permissions of this program.
  public static let shared = AVAudioApplication()

  private override init() { super.init() }

  /// The permission to use microphones.
  public var recordPermission: RecordPermission {
    switch AVAudioSession.sharedInstance().recordPermission {
    case .undetermined: .undetermined
    case .denied: .denied
    case .granted: .granted
    }
  }

  /// Calls a closure with whether the program can use microphones; no request appears.
  public static func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
    AVAudioSession.sharedInstance().requestRecordPermission(response)
  }

  /// Returns whether the program can use microphones; no request appears.
  public static func requestRecordPermission() async -> Bool { shared.recordPermission == .granted }
}
