public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureSession
public import OpenCaptureSystem

/// A software microphone with formats, its own clock, and faults.
///
///     let microphone = SyntheticMicrophone()
///     try session.add(CaptureDeviceInput(device: microphone.device))
///
/// Equal sounds, formats and seeds give equal samples at equal times.
public final class SyntheticMicrophone: CaptureDeviceDriver {
  /// The options of a synthetic microphone.
  public struct Options: Sendable {
    /// The source of timing (default: the system's clock).
    ///
    /// With `Pacing.unpaced`, sample buffers wait for the consumer, like those of a file.
    public var pacing = Pacing.realTime
    /// The faults (default: none).
    public var faults = SyntheticSoundFaults()
    /// The duration of a sample buffer (default: 10 ms).
    public var bufferDuration = MediaTime(value: 1, timescale: 100)
    /// The time without sound after which sessions report `CaptureSession.Event.didStall` (default: 1 s).
    public var stallNotice = MediaTime(value: 1, timescale: 1)
    /// The time without sound after which the stream fails as stalled (default: 3 s).
    public var stallTimeout = MediaTime(value: 3, timescale: 1)
    /// The formats (default: ``SyntheticMicrophone/defaultFormats``).
    public var formats = defaultFormats

    /// Creates the default options.
    public init() {}
  }

  /// The default formats; the first is stereo `Int16` at 48,000 Hz.
  ///
  /// The others are mono `Int16`, stereo `Int32` and stereo `Float32` at 48,000 Hz, stereo `Int16` at 44,100 Hz, and
  /// mono `Int16` at 16,000 Hz.
  public static let defaultFormats: [AudioFormat] = {
    let modes: [(AudioCommonFormat, Int, AudioChannelLayout)] = [
      (.pcmFormatInt16, 48_000, .stereo), (.pcmFormatInt16, 48_000, .mono), (.pcmFormatInt32, 48_000, .stereo),
      (.pcmFormatFloat32, 48_000, .stereo), (.pcmFormatInt16, 44_100, .stereo), (.pcmFormatInt16, 16_000, .mono),
    ]
    return modes.compactMap { common, rate, layout in
      try? AudioFormat(commonFormat: common, sampleRate: rate, interleaved: true, channelLayout: layout)
    }
  }()

  /// The microphone's name and unique ID.
  public let identity: CaptureDevice.Identity
  /// The sound that the microphone records.
  public let sound: SyntheticSound
  let options: Options
  let presence = SyntheticConnection<SyntheticSoundStream>()
  private let allFormats: [CaptureDevice.Format]

  /// Creates a microphone.
  ///
  /// - Parameters:
  ///   - sound: The sound (default: one beep per second).
  ///   - uniqueID: The unique ID (default: `synthetic-microphone`).
  ///   - localizedName: The name (default: `Synthetic Microphone`).
  ///   - position: The position (default: unspecified).
  ///   - deviceType: The reported device type (default: synthetic).
  ///   - physicalDevice: The ID of the physical device that contains the microphone and other devices (default: none).
  ///   - options: The options.
  public init(
    sound: SyntheticSound = .beeps, uniqueID: String = "synthetic-microphone",
    localizedName: String = "Synthetic Microphone", position: CaptureDevice.Position = .unspecified,
    deviceType: CaptureDevice.DeviceType = .synthetic, physicalDevice: String? = nil, options: Options = Options()
  ) {
    identity = CaptureDevice.Identity(
      uniqueID: uniqueID, localizedName: localizedName, modelID: "synthetic", manufacturer: "OpenCapture",
      deviceType: deviceType, position: position, physicalDevice: physicalDevice)
    self.sound = sound
    self.options = options
    allFormats = options.formats.map {
      CaptureDevice.Format(formatDescription: FormatDescription(audioFormat: $0), frameRateRanges: [])
    }
  }

  /// The capture device for sessions; the same object as long as it is in use.
  public var device: CaptureDevice { presence.device { CaptureDevice(self) } }

  /// Makes the next sample buffers of a microphone with the pacing `Pacing.stepped`.
  ///
  /// Does nothing while the microphone does not stream.
  ///
  /// - Parameter count: The number of sample buffers, including lost ones (default: 1).
  public func step(_ count: Int = 1) { for _ in 0..<count { presence.stream?.step() } }

  /// Makes sample buffers up to a time, so that a stepped camera can make frames in between.
  ///
  /// Does nothing while the microphone does not stream, or if it is not stepped.
  ///
  /// - Parameter time: The end of the sound, rounded up to a whole sample buffer.
  public func step(until time: MediaTime) { while let stream = presence.stream, stream.step(before: time) {} }

  /// Applies a fault to the next sample buffer.
  public func inject(_ fault: SyntheticSoundFault) {
    presence.stream?.inject(fault)
    if fault == .vanish { presence.vanish() }
  }

  /// Reconnects a microphone that vanished, and ends a stall.
  public func recover() {
    presence.stream?.recover()
    presence.reconnect(self)
  }

  var disconnectionError: CaptureError {
    CaptureError(
      .deviceDisconnected, subject: identity.localizedName, reason: "microphone disconnected",
      hint: "plug the microphone in again")
  }
}

// MARK: Device driver

extension SyntheticMicrophone {
  /// The media type, audio.
  public var mediaType: MediaType { .audio }

  /// Whether sample buffers wait for the consumer, which they do if unpaced.
  public var canWait: Bool { options.pacing == .unpaced }

  /// Returns the formats.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    if presence.isGone { throw disconnectionError }
    return allFormats
  }

  /// Starts a stream.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    if presence.isGone { throw disconnectionError }
    guard let format = configuration.formatDescription.audioFormat, options.formats.contains(format) else {
      throw CaptureError(
        .unsupportedFormat, subject: identity.localizedName,
        reason: "the microphone does not offer \(configuration)",
        hint: "choose one of the microphone's formats")
    }
    let stream = try SyntheticSoundStream(self, format, sink)
    guard presence.begin(stream) else {
      throw CaptureError(
        .deviceInUse, subject: identity.localizedName, reason: "the microphone is already streaming")
    }
    try stream.start()
    return stream
  }
}
