public import Foundation
import OpenCaptureMovies
public import OpenCaptureRecording

/// Records sound; ours, under Apple's name.
public typealias AVCaptureAudioFileOutput = CaptureAudioFileOutput

extension CaptureAudioFileOutput {
  /// The kinds of files that can be written.
  public static func availableOutputFileTypes() -> [AVFileType] {
    AudioContainer.available.compactMap { AVFileType($0) }
  }

  /// Begins to write a file of a kind, which must not be there yet.
  public func startRecording(
    to outputFileURL: URL, outputFileType fileType: AVFileType,
    recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) {
    let teller = RecordingTeller(delegate)
    if let container = AudioContainer.available.first(where: { AVFileType($0) == fileType }) {
      startRecording(to: outputFileURL.path, outputFileType: container, recordingDelegate: teller)
    } else {
      startRecording(to: outputFileURL.path, recordingDelegate: teller)
    }
  }

  /// How sound is compressed: `AVFormatIDKey`, `AVEncoderBitRateKey`, `AVSampleRateKey`, `AVNumberOfChannelsKey`; nil, the
  /// default, for what the kind of file has.
  public var audioSettings: [String: Any]? {
    get { settings == AudioWritingOptions() ? nil : settings.dictionary }
    set { settings = newValue.map { AudioWritingOptions($0) } ?? AudioWritingOptions() }
  }
}
