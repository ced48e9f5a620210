import Foundation
import OpenCaptureMovies
public import OpenCaptureRecording

/// Records movies; ours, under Apple's name.
public typealias AVCaptureMovieFileOutput = CaptureMovieFileOutput

extension CaptureMovieFileOutput {
  /// What movies say of themselves, from the next one on, beside what is known; nil, the default, for nothing more.
  public var metadata: [AVMetadataItem]? {
    get { saidOfFiles == MovieMetadata() ? nil : saidOfFiles.items }
    set { saidOfFiles = MovieMetadata(newValue ?? []) }
  }

  /// The keys that settings for a connection can have.
  public func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
    connection.mediaType == .video ? VideoKeys.ofRecordings : AudioKeys.all + AudioKeys.linear
  }

  /// How what comes through a connection is compressed, as far as that was set; else empty.
  public func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
    settings(for: connection) ?? [:]
  }

  /// Says how what comes through a connection is compressed; nil, and no keys, for what is usual.
  ///
  /// What has no effect is told on standard error.
  ///
  /// - Parameters:
  ///   - outputSettings: For video ``AVVideoCodecKey``, and in ``AVVideoCompressionPropertiesKey`` the bit rate,
  ///     quality, distance of key frames, reordering and expected frame rate; for sound `AVFormatIDKey`,
  ///     `AVEncoderBitRateKey`, `AVSampleRateKey` and `AVNumberOfChannelsKey`.
  ///   - connection: One of the output's.
  public func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
    let isUsual = outputSettings?.isEmpty ?? true
    if connection.mediaType == .audio {
      AudioWritingOptions.tellOfOthers(in: outputSettings, "setOutputSettings(_:for:)")
      let options = isUsual ? nil : outputSettings.map { AudioWritingOptions($0) }
      setAudioSettings(options, for: connection)
    } else {
      MovieWritingOptions.tellOfOthers(
        in: outputSettings, than: VideoKeys.ofRecordings, "setOutputSettings(_:for:)")
      let options = isUsual ? nil : outputSettings.map { MovieWritingOptions($0) }
      setOutputSettings(options, for: connection)
    }
  }

  private func settings(for connection: AVCaptureConnection) -> [String: Any]? {
    connection.mediaType == .audio
      ? audioSettings(for: connection)?.dictionary : videoSettings(for: connection)?.dictionary
  }

  /// Whether turning the camera while a movie is recorded is told in it; no.
  public func recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for connection: AVCaptureConnection) -> Bool
  {
    false
  }

  /// Asks that turning the camera while a movie is recorded is told in it; it isn't.
  public func setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack(
    _ doRecordChanges: Bool, for connection: AVCaptureConnection
  ) { if doRecordChanges { Misuse.tell("\(#function): movies have no such track") } }
}
