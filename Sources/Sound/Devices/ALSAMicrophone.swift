import COpenCaptureALSA
import Glibc
public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureSession
public import OpenCaptureSystem

/// A microphone with an ALSA driver: a device of a sound card or of ALSA's configuration.
///
/// Each stream opens its own device and has its own thread. The device is open briefly to query its formats.
public final class ALSAMicrophone: CaptureDeviceDriver {
  /// The options of a microphone.
  public struct Options: Sendable, Hashable {
    /// The time without sound after which sessions report `CaptureSession.Event.didStall` (default: 1 s).
    ///
    /// `MediaTime.positiveInfinity` disables the report.
    public var stallNotice = MediaTime(value: 1, timescale: 1)
    /// The time without sound after which the stream fails as stalled (default: 5 s).
    ///
    /// `MediaTime.positiveInfinity` disables the timeout. If a call to ALSA's library hangs, the stream always fails,
    /// after 2 s. Opening and starting a device may take 10 s, because USB devices need some time.
    public var stallTimeout = MediaTime(value: 5, timescale: 1)
    /// The names of additional devices of ALSA's configuration, such as `dsnoop` (default: none).
    public var names: [String] = []

    /// Creates the default options.
    public init() {}
  }

  /// The microphone's name, unique ID and location.
  public let identity: CaptureDevice.Identity
  let place: SoundDeviceListing
  let options: Options

  init(_ place: SoundDeviceListing, options: Options) {
    identity = place.identity
    self.place = place
    self.options = options
  }

  /// The media type, audio.
  public var mediaType: MediaType { .audio }

  /// The processes that have the device file open; other users' processes are listed only for the superuser.
  public var otherUsers: [String] { identity.path.map(DeviceFileUsers.describe) ?? [] }

  /// Returns the formats of the hardware, without resampling or mixing.
  ///
  /// Only unusual sample formats are converted.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    try requireAccess()
    let formats = try place.name.withTimeout { () throws(PCMError) in try self.soundFormats() }
    return formats.map {
      CaptureDevice.Format(formatDescription: FormatDescription(audioFormat: $0), frameRateRanges: [])
    }
  }

  private func soundFormats() throws(PCMError) -> [AudioFormat] {
    let pcm = try ALSADevice.open(place.hardware, plays: false)
    defer { calsa_close(pcm) }
    var raw = calsa_capabilities()
    let status = calsa_get_capabilities(pcm, &raw)
    guard status == 0 else { throw PCMError(what: "query the capabilities", errno: -status) }
    guard let abilities = PCMCapabilities(raw) else { return [] }
    return abilities.formats { common, channels, rate in
      let own = common.stored.filter { raw.formats & $0 != 0 }
      // The combinations of an unknown sample format cannot be tested, so all are accepted.
      return own.isEmpty || own.contains { calsa_supports(pcm, $0, UInt32(channels), UInt32(rate)) }
    }
  }

  /// Starts a stream.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    try requireAccess()
    guard let format = configuration.formatDescription.audioFormat, format.isInterleaved else {
      throw CaptureError(
        .unsupportedFormat, subject: identity.localizedName,
        reason: "the microphone does not offer \(configuration)", hint: "choose one of the microphone's formats")
    }
    let driver = try place.name.withTimeout { [place] () throws(PCMError) in
      try ALSADevice(place.pcm, format: format)
    }
    let stream = try ALSAStream(self, driver, sink)
    try stream.start()
    return stream
  }

  /// Checks the access to the device file, because ALSA reports a card without access as missing.
  private func requireAccess() throws(CaptureError) {
    try ALSALibrary.load()
    guard let path = identity.path, access(path, R_OK | W_OK) != 0 else { return }
    throw place.name.error(PCMError(what: "open", errno: errno))
  }
}
