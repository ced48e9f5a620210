import Foundation
public import OpenCaptureRecording

/// An output that records movies; an alias of `CaptureMovieFileOutput`.
public typealias AVCaptureMovieFileOutput = CaptureMovieFileOutput

extension CaptureMovieFileOutput {
  /// The additional metadata of the following movies; default nil, for none.
  public var metadata: [AVMetadataItem]? {
    get { fileMetadata == MovieMetadata() ? nil : fileMetadata.items }
    set { fileMetadata = MovieMetadata(newValue ?? []) }
  }

  /// Returns the supported settings keys of a connection.
  public func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
    connection.mediaType == .video ? VideoKeys.ofRecordings : AudioKeys.all + AudioKeys.linear
  }

  /// Returns the encoder settings of a connection; empty for the default.
  public func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
    let settings =
      connection.mediaType == .audio
      ? audioSettings(for: connection)?.dictionary : videoSettings(for: connection)?.dictionary
    return settings ?? [:]
  }

  /// Sets the encoder settings of a connection; nil or empty for the default.
  ///
  /// Settings without effect are reported on standard error.
  ///
  /// - Parameters:
  ///   - outputSettings: The settings. For video: ``AVVideoCodecKey``, and in ``AVVideoCompressionPropertiesKey``
  ///     the bit rate, quality, key frame interval, reordering and expected frame rate. For sound: `AVFormatIDKey`,
  ///     `AVEncoderBitRateKey`, `AVSampleRateKey` and `AVNumberOfChannelsKey`.
  ///   - connection: A connection of the output.
  public func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
    let isDefault = outputSettings?.isEmpty ?? true
    if connection.mediaType == .audio {
      AudioWritingOptions.reportUnsupportedKeys(in: outputSettings, "setOutputSettings(_:for:)")
      let options = isDefault ? nil : outputSettings.map { AudioWritingOptions($0) }
      setAudioSettings(options, for: connection)
    } else {
      MovieWritingOptions.reportUnsupportedKeys(
        in: outputSettings, than: VideoKeys.ofRecordings, "setOutputSettings(_:for:)")
      let options = isDefault ? nil : outputSettings.map { MovieWritingOptions($0) }
      setVideoSettings(options, for: connection)
    }
  }

  /// Returns whether rotations during a recording are stored as a metadata track; always false.
  public func recordsVideoOrientationAndMirroringChangesAsMetadataTrack(
    for connection: AVCaptureConnection
  ) -> Bool { false }

  /// Sets whether rotations during a recording are stored as a metadata track; has no effect.
  public func setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack(
    _ doRecordChanges: Bool, for connection: AVCaptureConnection
  ) { MisuseReporter.reportUnsupported(doRecordChanges) }

  /// Whether spatial video is supported; always false.
  public var isSpatialVideoCaptureSupported: Bool { false }

  /// Whether spatial video is enabled; always false.
  public var isSpatialVideoCaptureEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether the recording controls switches between constituent cameras; has no effect.
  public var isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// The switching behavior of constituent cameras; always unsupported.
  public var primaryConstituentDeviceSwitchingBehaviorForRecording:
    AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior
  { .unsupported }

  /// The conditions for switching constituent cameras; always empty.
  public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditionsForRecording:
    AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  { [] }

  /// Sets the switching behavior of constituent cameras; not supported.
  public func setPrimaryConstituentDeviceSwitchingBehaviorForRecording(
    _ switchingBehavior: AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior,
    restrictedSwitchingBehaviorConditions: AVCaptureDevice
      .PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  ) { MisuseReporter.report("\(#function): not supported") }
}
