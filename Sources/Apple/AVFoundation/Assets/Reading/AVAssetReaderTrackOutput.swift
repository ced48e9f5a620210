public import CoreMedia
import CoreVideo
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession

/// What the samples of a track are taken of, decoded.
public final class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked: dictionaries of settings are only read.

  /// The track.
  public let track: AVAssetTrack
  /// How samples are to be; nil for what the decoder gives.
  public let outputSettings: [String: Any]?

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - track: One of the reader's asset.
  ///   - outputSettings: How samples are to be: pictures by `kCVPixelBufferPixelFormatTypeKey`, and
  ///     `kCVPixelBufferWidthKey` with `kCVPixelBufferHeightKey`; sound by ``AVFormatIDKey``, which is linear PCM,
  ///     ``AVSampleRateKey``, ``AVNumberOfChannelsKey`` and the keys of linear PCM. nil for what the decoder gives: unlike
  ///     there, samples aren't had as they are stored.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    (self.track, self.outputSettings) = (track, outputSettings)
    super.init()
    tellOfOthers()
  }

  /// As the track's.
  public override var mediaType: AVMediaType { track.mediaType }

  private func tellOfOthers() {
    guard let settings = outputSettings else {
      return Misuse.tell("outputSettings: samples are decoded without any, too")
    }
    let known =
      mediaType == .video
      ? [kCVPixelBufferPixelFormatTypeKey, kCVPixelBufferWidthKey, kCVPixelBufferHeightKey]
        + [kCVPixelBufferIOSurfacePropertiesKey, kCVPixelBufferMetalCompatibilityKey]
      : AudioKeys.all + AudioKeys.linear
        + [AVLinearPCMIsNonInterleaved, AVLinearPCMIsBigEndianKey, AVChannelLayoutKey]
    for key in settings.keys.sorted() where !known.contains(key) {
      Misuse.tell("outputSettings: \(key) has no effect here")
    }
  }

  override func complaint(in asset: AVAsset) -> String? {
    if hasReader { return "it has a reader" }
    guard track.contents === asset.contents else { return "its track isn't the asset's" }
    guard let settings = outputSettings else { return nil }
    return mediaType == .video ? Self.complaint(aboutVideo: settings) : Self.complaint(aboutAudio: settings)
  }

  private static func complaint(aboutVideo settings: [String: Any]) -> String? {
    if let type = settings.pixelFormatType,
      !PixelFormat.conversionTargets.contains(PixelFormat(coreVideoType: type))
    {
      return "there are no such pixels"
    }
    let sides = [kCVPixelBufferWidthKey, kCVPixelBufferHeightKey].map { settings.integer($0) }
    guard sides.compactMap(\.self).allSatisfy({ (1...16_384).contains($0) }) else { return "there is no such size" }
    return sides.contains(nil) && sides != [nil, nil] ? "width and height go together" : nil
  }

  private static func complaint(aboutAudio settings: [String: Any]) -> String? {
    guard settings.integer(AVFormatIDKey).map({ $0 == Int(kAudioFormatLinearPCM) }) ?? true else {
      return "sound is given as linear PCM alone"
    }
    if settings.bool(AVLinearPCMIsBigEndianKey) == true { return "the lowest byte of a sample is the first" }
    let rate = settings.integer(AVSampleRateKey) ?? 48_000
    let count = settings.integer(AVNumberOfChannelsKey) ?? 2
    return AudioFormat.sampleRates.contains(rate) && (1...8).contains(count)
      ? nil : "there is no such rate or number"
  }

  override func source(_ range: CMTimeRange) throws(AVError) -> any SampleSource {
    if mediaType == .video {
      return try PictureSource(track.contents.pictures(), range, outputSettings ?? [:])
    }
    let settings = outputSettings.map { AudioSettings($0) } ?? AudioSettings()
    return try SoundSource(track.contents.sound(), range, settings)
  }
}
