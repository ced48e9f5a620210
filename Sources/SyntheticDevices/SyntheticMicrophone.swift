public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureSession
import OpenCaptureSystem

/// A microphone made of software, and a full citizen: formats, a clock of its own, and faults.
///
///     let microphone = SyntheticMicrophone()
///     try session.addInput(CaptureDeviceInput(device: microphone.device))
///
/// Equal sounds, formats and seeds give equal samples at equal times.
public final class SyntheticMicrophone: CaptureDeviceDriver {
  /// How the microphone is made.
  public struct Options: Sendable {
    /// Who says when a sample buffer is due; default the system's clock.
    ///
    /// With `Pacing.unpaced`, the sound waits where there is no room for it, as a file's does.
    public var pacing = Pacing.realTime
    /// What is wrong; default nothing.
    public var faults = SyntheticSoundFaults()
    /// How long a sample buffer lasts; default 10 ms.
    public var bufferDuration = MediaTime(value: 1, timescale: 100)
    /// How long nothing comes before sessions tell it as `CaptureSession.Event.didStall`; default 1 s.
    public var stallNotice = MediaTime(value: 1, timescale: 1)
    /// How long nothing comes before the stream ends as stalled; default 3 s.
    public var stallTimeout = MediaTime(value: 3, timescale: 1)
    /// The formats; default ``SyntheticMicrophone/usualFormats``.
    public var formats = usualFormats

    /// Makes the usual options.
    public init() {}
  }

  /// 48,000 Hz in one or two channels and each way to store samples, 44,100 Hz in two, 16,000 Hz in one; stereo `Int16` at
  /// 48,000 Hz is the first.
  public static let usualFormats: [AudioFormat] = {
    let modes: [(AudioCommonFormat, Int, AudioChannelLayout)] = [
      (.pcmFormatInt16, 48_000, .stereo), (.pcmFormatInt16, 48_000, .mono), (.pcmFormatInt32, 48_000, .stereo),
      (.pcmFormatFloat32, 48_000, .stereo), (.pcmFormatInt16, 44_100, .stereo), (.pcmFormatInt16, 16_000, .mono),
    ]
    return modes.compactMap { common, rate, layout in
      try? AudioFormat(commonFormat: common, sampleRate: rate, interleaved: true, channelLayout: layout)
    }
  }()

  private struct State: Lockable {
    /// Whoever started it holds it; what is paced by itself lives until it is stopped.
    weak var stream: SyntheticSoundStream?
  }

  /// What the microphone is called.
  public let identity: CaptureDevice.Identity
  /// What it hears.
  public let sound: SyntheticSound
  let options: Options
  let presence = SyntheticPresence()
  private let state = Locked(State())
  private let allFormats: [CaptureDevice.Format]

  /// Makes a microphone.
  ///
  /// - Parameters:
  ///   - sound: What it hears; default a beep each second.
  ///   - uniqueID: Default `synthetic-microphone`.
  ///   - localizedName: Default `Synthetic Microphone`.
  ///   - position: Default unspecified.
  ///   - deviceType: What kind of device it passes for; default synthetic.
  ///   - apparatus: What it is a part of, together with devices that say the same; default nothing.
  ///   - options: How it is made.
  public init(
    sound: SyntheticSound = .beeps, uniqueID: String = "synthetic-microphone",
    localizedName: String = "Synthetic Microphone", position: CaptureDevice.Position = .unspecified,
    deviceType: CaptureDevice.DeviceType = .synthetic, apparatus: String? = nil, options: Options = Options()
  ) {
    identity = CaptureDevice.Identity(
      uniqueID: uniqueID, localizedName: localizedName, modelID: "synthetic", manufacturer: "OpenCapture",
      deviceType: deviceType, position: position, apparatus: apparatus)
    (self.sound, self.options) = (sound, options)
    allFormats = options.formats.map {
      CaptureDevice.Format(formatDescription: FormatDescription(audioFormat: $0), frameRateRanges: [])
    }
  }

  /// The microphone as a session takes it: the same object as long as anybody holds it.
  public var device: CaptureDevice { presence.device { CaptureDevice(self) } }

  /// Makes the next sample buffers of a microphone whose pacing is `Pacing.stepped`; does nothing while it doesn't
  /// stream.
  ///
  /// - Parameter count: How many, those included that are lost; default 1.
  public func step(_ count: Int = 1) {
    for _ in 0..<count { state.withLock { $0.stream }?.step() }
  }

  /// Makes the sound up to a time, so that a stepped camera beside it gets its frames in between; does nothing while it
  /// doesn't stream, or isn't stepped.
  ///
  /// - Parameter time: The first that isn't heard, rounded up to a whole sample buffer.
  public func step(until time: MediaTime) {
    while let stream = state.withLock({ $0.stream }), stream.step(before: time) {}
  }

  /// Lets something go wrong with the next sample buffer.
  public func inject(_ fault: SyntheticSoundFault) {
    state.withLock { $0.stream }?.inject(fault)
    if fault == .vanish { vanish() }
  }

  /// Plugs a microphone that vanished in again, and lets one that stalled go on.
  public func recover() {
    state.withLock { $0.stream }?.recover()
    presence.reconnect(self)
  }

  /// Takes the microphone away; the stream finds out with its next sample buffer.
  func vanish() { presence.vanish() }

  func streamEnded(_ stream: SyntheticSoundStream) {
    state.withLock { state in if state.stream === stream { state.stream = nil } }
  }

  var goneError: CaptureError {
    CaptureError(
      .deviceDisconnected, subject: identity.localizedName, reason: "the microphone is gone",
      remedy: "plug the microphone in again")
  }
}

// MARK: What a device asks its driver

extension SyntheticMicrophone {
  /// Sound.
  public var mediaType: MediaType { .audio }

  /// Where nobody says when it is due.
  public var canWait: Bool { options.pacing == .unpaced }

  /// The formats.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    if presence.isGone { throw goneError }
    return allFormats
  }

  /// Begins to stream.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    if presence.isGone { throw goneError }
    guard let format = configuration.formatDescription.audioFormat, options.formats.contains(format) else {
      throw CaptureError(
        .unsupportedFormat, subject: identity.localizedName, reason: "it has no \(configuration)",
        remedy: "choose one of the microphone's formats")
    }
    let stream = try SyntheticSoundStream(self, format, sink)
    try state.withLock { (state) throws(CaptureError) in
      guard state.stream == nil else {
        throw CaptureError(.deviceInUse, subject: identity.localizedName, reason: "it streams already")
      }
      state.stream = stream
    }
    try stream.start()
    return stream
  }
}
