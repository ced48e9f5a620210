public import Foundation
public import OpenCaptureRecording

/// An output that records sound; an alias of `CaptureAudioFileOutput`.
public typealias AVCaptureAudioFileOutput = CaptureAudioFileOutput

extension CaptureAudioFileOutput {
  /// The additional metadata of the following files; default none.
  public var metadata: [AVMetadataItem] {
    get { fileMetadata.items }
    set { fileMetadata = MovieMetadata(newValue) }
  }

  /// Returns the supported file types.
  public static func availableOutputFileTypes() -> [AVFileType] {
    AudioContainer.available.compactMap { AVFileType($0) }
  }

  /// Starts recording to a file of a type.
  ///
  /// The file must not exist. The delegate receives an error for unsupported file types.
  public func startRecording(
    to outputFileURL: URL, outputFileType fileType: AVFileType,
    recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) {
    let adapter = RecordingDelegateAdapter(delegate)
    guard let container = AudioContainer.available.first(where: { AVFileType($0) == fileType }) else {
      let supported = Self.availableOutputFileTypes().map(\.rawValue).joined(separator: ", ")
      let error = CaptureError(
        .unsupportedRecording, subject: outputFileURL.path,
        reason: "unsupported file type \(fileType.rawValue)", hint: "Supported: \(supported).")
      return refuseRecording(to: outputFileURL.path, error, recordingDelegate: adapter)
    }
    startRecording(to: outputFileURL.path, outputFileType: container, recordingDelegate: adapter)
  }

  /// The encoder settings; default nil, for those of the file type.
  ///
  /// The keys are `AVFormatIDKey`, `AVEncoderBitRateKey`, `AVSampleRateKey` and `AVNumberOfChannelsKey`.
  public var audioSettings: [String: Any]? {
    get { settings == AudioWritingOptions() ? nil : settings.dictionary }
    set {
      AudioWritingOptions.reportUnsupportedKeys(in: newValue, "audioSettings")
      settings = newValue.map { AudioWritingOptions($0) } ?? AudioWritingOptions()
    }
  }
}
