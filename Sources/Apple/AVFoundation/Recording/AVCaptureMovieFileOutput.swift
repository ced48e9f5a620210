import Foundation
import OpenCaptureMovies
public import OpenCaptureRecording

/// Records movies; ours, under Apple's name.
public typealias AVCaptureMovieFileOutput = CaptureMovieFileOutput

extension CaptureMovieFileOutput {
  /// The keys that settings for a connection can have.
  public func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
    connection.mediaType == .video ? [AVVideoCodecKey, AVVideoCompressionPropertiesKey] : AudioKeys.all
  }

  /// How what comes through a connection is compressed, as far as that was set; else empty.
  public func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
    settings(for: connection) ?? [:]
  }

  /// Says how what comes through a connection is compressed; nil, and no keys, for what is usual.
  ///
  /// - Parameters:
  ///   - outputSettings: For video ``AVVideoCodecKey``, and in ``AVVideoCompressionPropertiesKey`` the bit rate,
  ///     quality, distance of key frames, reordering and expected frame rate; for sound `AVFormatIDKey`,
  ///     `AVEncoderBitRateKey`, `AVSampleRateKey` and `AVNumberOfChannelsKey`.
  ///   - connection: One of the output's.
  public func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
    let isUsual = outputSettings?.isEmpty ?? true
    if connection.mediaType == .audio {
      let options = isUsual ? nil : outputSettings.map { AudioWritingOptions($0) }
      setAudioSettings(options, for: connection)
    } else {
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
