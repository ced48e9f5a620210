import COpenCaptureALSA
import Glibc
public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureSession
import OpenCaptureSystem

/// A microphone that ALSA drives: a device of a card, or of ALSA's configuration.
///
/// Each stream has a device and a thread of its own; formats are asked for with the device open for as long as that takes.
public final class ALSAMicrophone: CaptureDeviceDriver {
  /// How a microphone is driven.
  public struct Options: Sendable, Hashable {
    /// How long nothing may come before sessions tell it as `CaptureSession.Event.didStall`; default 1 s.
    ///
    /// `MediaTime.positiveInfinity` never tells.
    public var stallNotice = MediaTime(value: 1, timescale: 1)
    /// How long nothing may come before the stream ends as stalled; default 5 s.
    ///
    /// `MediaTime.positiveInfinity` waits for ever. Where ALSA's library itself doesn't come back, the stream ends after 2 s
    /// in any case; after 10 s where the device is to be opened or started, which can take one of USB some time.
    public var stallTimeout = MediaTime(value: 5, timescale: 1)
    /// Devices of ALSA's configuration that are found beside the default one and those of cards, such as `dsnoop`; default
    /// none.
    public var names: [String] = []

    /// Makes the usual options.
    public init() {}
  }

  /// What the microphone is called, and where it is.
  public let identity: CaptureDevice.Identity
  let place: SoundPlace
  let options: Options

  init(_ place: SoundPlace, options: Options) {
    (identity, self.place, self.options) = (place.identity, place, options)
  }

  /// Sound.
  public var mediaType: MediaType { .audio }

  /// The processes that have the device file open; those of other users show only to the administrator.
  public var otherUsers: [String] { identity.path.map(DeviceHolders.describe) ?? [] }

  /// The formats that the device has by itself: nothing is resampled or mixed, only samples that nobody else has are
  /// stored in another way.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    try requireAccess()
    let formats = try place.name.patiently { () throws(PCMFailure) in try self.soundFormats() }
    return formats.map {
      CaptureDevice.Format(formatDescription: FormatDescription(audioFormat: $0), frameRateRanges: [])
    }
  }

  private func soundFormats() throws(PCMFailure) -> [AudioFormat] {
    let pcm = try ALSADriver.open(place.hardware, plays: false)
    defer { calsa_close(pcm) }
    var raw = calsa_abilities()
    let status = calsa_abilities_of(pcm, &raw)
    guard status == 0 else { throw PCMFailure(what: "ask what it can", errno: -status) }
    guard let abilities = PCMAbilities(raw) else { return [] }
    return abilities.formats { common, channels, rate in
      let own = common.stored.filter { raw.formats & $0 != 0 }
      // Of samples that are stored in a way of which nothing is known here, neither is what goes with them.
      return own.isEmpty || own.contains { calsa_can(pcm, $0, UInt32(channels), UInt32(rate)) }
    }
  }

  /// Begins to stream.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    try requireAccess()
    guard let format = configuration.formatDescription.audioFormat, format.isInterleaved else {
      throw CaptureError(
        .unsupportedFormat, subject: identity.localizedName, reason: "it has no \(configuration)",
        remedy: "choose one of the microphone's formats")
    }
    let driver = try place.name.patiently { [place] () throws(PCMFailure) in
      try ALSADriver(place.pcm, format: format)
    }
    let stream = try ALSAStream(self, driver, sink)
    try stream.start()
    return stream
  }

  /// ALSA says of a card that one may not open that there is none.
  private func requireAccess() throws(CaptureError) {
    try ALSALibrary.load()
    guard let path = identity.path, access(path, R_OK | W_OK) != 0 else { return }
    throw place.name.error(PCMFailure(what: "open it", errno: errno))
  }
}
