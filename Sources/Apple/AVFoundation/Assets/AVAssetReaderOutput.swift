public import CoreMedia
import OpenCaptureMovies
import OpenCaptureSession

/// A source of samples of one media type.
public class AVAssetReaderOutput: @unchecked Sendable {
  // Unchecked: all mutable state is behind locks.

  private struct State: Lockable {
    weak var reader: AVAssetReader?
    var source: (any SampleSource)?
    var copies = true
    var hasEnded = false
  }

  private let state = Locked(State())

  /// The media type.
  public var mediaType: AVMediaType { .video }

  /// Whether samples are copied, so that the caller can write to them; default true.
  ///
  /// Otherwise images share the memory of the decoder and are read-only.
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.copies } }
    set { state.withLock { $0.copies = newValue } }
  }

  /// Whether the output can read several parts of the asset; always false.
  public var supportsRandomAccess: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue, "use another reader for another part") }
  }

  /// Returns the next sample; nil if no more samples exist, for the reason in the reader's `status`.
  public func copyNextSampleBuffer() -> CMSampleBuffer? {
    let (reader, source, copies, hasEnded) = state.withLock { ($0.reader, $0.source, $0.copies, $0.hasEnded) }
    guard let reader, let source, !hasEnded, reader.status == .reading else {
      if reader.map({ $0.status == .unknown }) ?? true {
        MisuseReporter.report("copyNextSampleBuffer(): reading has not started, or the reader was released")
      }
      return nil
    }
    do throws(AVError) {
      if let sample = try source.next() { return copies ? (try? sample.copy()) ?? sample : sample }
      let endsNow = state.withLock { state in
        defer { state.hasEnded = true }
        return !state.hasEnded
      }
      if endsNow { reader.recordEndOfOutput() }
    } catch {
      if error.code != .operationCancelled { reader.fail(error) }
    }
    return nil
  }

  /// Returns the reason why the output cannot read an asset; nil if it can.
  func validationError(in asset: AVAsset) -> String? {
    state.withLock { $0.reader } == nil ? nil : "the output already has a reader"
  }

  /// Creates the source of the samples within a range.
  func source(_ range: CMTimeRange) throws(AVError) -> any SampleSource {
    throw AVError(.invalidSourceMedia, subject: "output", reason: "the output has no track")
  }

  func attach(to reader: AVAssetReader) { state.withLock { $0.reader = reader } }

  func begin(_ range: CMTimeRange) throws(AVError) {
    let source = try source(range)
    state.withLock { $0.source = source }
  }

  func cancel() { state.withLock { $0.source }?.cancel() }
}

/// A source of the decoded samples of a track.
public final class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked: the settings are never modified.

  /// The track.
  public let track: AVAssetTrack
  /// The settings of the samples; nil for the format of the decoder.
  public let outputSettings: [String: Any]?

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - track: A track of the reader's asset.
  ///   - outputSettings: The settings of the samples; nil for the format of the decoder. For video:
  ///     `kCVPixelBufferPixelFormatTypeKey`, and `kCVPixelBufferWidthKey` with `kCVPixelBufferHeightKey`. For
  ///     sound: ``AVFormatIDKey`` (linear PCM), ``AVSampleRateKey``, ``AVNumberOfChannelsKey`` and the linear PCM
  ///     keys. Unlike on Apple's systems, nil does not deliver compressed samples.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    self.track = track
    self.outputSettings = outputSettings
    super.init()
    reportUnsupportedSettings()
  }

  /// The media type of the track.
  public override var mediaType: AVMediaType { track.mediaType }

  private func reportUnsupportedSettings() {
    guard let settings = outputSettings else {
      return MisuseReporter.report("outputSettings: without settings, samples are decoded, not compressed")
    }
    let supported =
      mediaType == .video
      ? [kCVPixelBufferPixelFormatTypeKey, kCVPixelBufferWidthKey, kCVPixelBufferHeightKey]
        + [kCVPixelBufferIOSurfacePropertiesKey, kCVPixelBufferMetalCompatibilityKey]
      : AudioKeys.all + AudioKeys.linear
        + [AVLinearPCMIsNonInterleaved, AVLinearPCMIsBigEndianKey, AVChannelLayoutKey]
    reportUnknownKeys(settings, supported, "outputSettings")
  }

  override func validationError(in asset: AVAsset) -> String? {
    if let error = super.validationError(in: asset) { return error }
    guard track.contents === asset.contents else { return "the track belongs to another asset" }
    guard let settings = outputSettings else { return nil }
    return mediaType == .video
      ? Self.validationError(inVideoSettings: settings) : Self.validationError(inAudioSettings: settings)
  }

  private static func validationError(inVideoSettings settings: [String: Any]) -> String? {
    let format = settings.pixelFormatType.map { PixelFormat(coreVideoType: $0) }
    if let format, !PixelFormat.conversionTargets.contains(format) { return "unsupported pixel format" }
    let sides = [kCVPixelBufferWidthKey, kCVPixelBufferHeightKey].map { settings.integer($0) }
    guard sides.compactMap(\.self).allSatisfy({ (1...16_384).contains($0) }) else {
      return "width and height must be from 1 to 16384"
    }
    return sides.contains(nil) && sides != [nil, nil] ? "set both width and height, or neither" : nil
  }

  private static func validationError(inAudioSettings settings: [String: Any]) -> String? {
    guard settings.integer(AVFormatIDKey).map({ $0 == Int(kAudioFormatLinearPCM) }) ?? true else {
      return "only linear PCM is supported"
    }
    if settings.bool(AVLinearPCMIsBigEndianKey) == true { return "big-endian samples are not supported" }
    let rate = settings.integer(AVSampleRateKey) ?? 48_000
    let count = settings.integer(AVNumberOfChannelsKey) ?? 2
    return AudioFormat.sampleRates.contains(rate) && (1...8).contains(count)
      ? nil : "unsupported sample rate or number of channels"
  }

  override func source(_ range: CMTimeRange) throws(AVError) -> any SampleSource {
    if mediaType == .video { return try VideoSampleSource(track.contents.pictures(), range, outputSettings ?? [:]) }
    let settings = outputSettings.map { AudioSettings($0) } ?? AudioSettings()
    return try AudioSampleSource(track.contents.sound(), range, settings)
  }
}
