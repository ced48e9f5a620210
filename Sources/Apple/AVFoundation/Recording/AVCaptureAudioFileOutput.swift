public import Foundation
import OpenCaptureFlow
import OpenCaptureMovies
public import OpenCaptureRecording

/// Records sound; ours, under Apple's name.
public typealias AVCaptureAudioFileOutput = CaptureAudioFileOutput

extension CaptureAudioFileOutput {
  /// What files say of themselves, from the next one on, beside what is known; default nothing more.
  public var metadata: [AVMetadataItem] {
    get { saidOfFiles.items }
    set { saidOfFiles = MovieMetadata(newValue) }
  }

  /// The kinds of files that can be written.
  public static func availableOutputFileTypes() -> [AVFileType] {
    AudioContainer.available.compactMap { AVFileType($0) }
  }

  /// Begins to write a file of a kind, which must not be there yet; the delegate is told of a kind that isn't written
  /// here.
  public func startRecording(
    to outputFileURL: URL, outputFileType fileType: AVFileType,
    recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) {
    let teller = RecordingTeller(delegate)
    guard let container = AudioContainer.available.first(where: { AVFileType($0) == fileType }) else {
      let known = Self.availableOutputFileTypes().map(\.rawValue).joined(separator: ", ")
      let error = CaptureError(
        .unsupportedRecording, subject: outputFileURL.path,
        reason: "files of the type \(fileType.rawValue) aren't written here", remedy: "take one of \(known)")
      return refuseRecording(to: outputFileURL.path, error, recordingDelegate: teller)
    }
    startRecording(to: outputFileURL.path, outputFileType: container, recordingDelegate: teller)
  }

  /// How sound is compressed: `AVFormatIDKey`, `AVEncoderBitRateKey`, `AVSampleRateKey`, `AVNumberOfChannelsKey`; nil, the
  /// default, for what the kind of file has.
  public var audioSettings: [String: Any]? {
    get { settings == AudioWritingOptions() ? nil : settings.dictionary }
    set {
      AudioWritingOptions.tellOfOthers(in: newValue, "audioSettings")
      settings = newValue.map { AudioWritingOptions($0) } ?? AudioWritingOptions()
    }
  }
}
