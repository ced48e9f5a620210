import AVFoundation
import TutorialScreen

/// A recorder of movies with various settings.
struct Movies {
  let output: AVCaptureMovieFileOutput

  /// Sets the codecs of video and sound.
  func chooseSettings() {
    if let connection = output.connection(with: .video), output.availableVideoCodecTypes.contains(.h264) {
      set([AVVideoCodecKey: AVVideoCodecType.h264], for: connection)
    }
    if let connection = output.connection(with: .audio) {
      set(
        [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1], for: connection)
    }
    // After a crash, the movie can be played up to the last fragment.
    output.movieFragmentInterval = CMTime(value: 1, timescale: 1)
  }

  private func set(_ settings: [String: Any], for connection: AVCaptureConnection) {
    // An unsupported key raises an exception.
    let keys = output.supportedOutputSettingsKeys(for: connection)
    output.setOutputSettings(settings.filter { keys.contains($0.key) }, for: connection)
    print("settings: \(output.outputSettings(for: connection).keys.contains { settings[$0] != nil })")
  }

  /// Records a movie that ends at its maximum duration.
  func recordToMaximumDuration() async {
    output.maxRecordedDuration = CMTime(value: 1, timescale: 2)
    let progress = RecordingProgress()
    output.startRecording(to: Screen.file("short.mov"), recordingDelegate: progress)
    for await event in progress.events { print("short movie: \(event)") }
    output.maxRecordedDuration = .invalid
  }

  /// Records a movie with a pause.
  func recordWithPause() async {
    let progress = RecordingProgress()
    let start = ProcessInfo.processInfo.systemUptime
    output.startRecording(to: Screen.file("paused.mov"), recordingDelegate: progress)
    for await event in progress.events {
      print("movie: \(event)")
      switch event {
      case "started": after(0.4) { output.pauseRecording() }
      case "paused": after(1) { output.resumeRecording() }
      case "resumed": after(0.4) { output.stopRecording() }
      default: break
      }
    }
    let elapsed = ProcessInfo.processInfo.systemUptime - start
    print("recorded: \(output.recordedDuration.seconds) of \(elapsed) seconds")
  }

  private func after(_ seconds: Double, _ body: @escaping () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { body() }
  }
}

/// A delegate that reports the events of one recording.
private final class RecordingProgress: NSObject, AVCaptureFileOutputRecordingDelegate {
  private let continuation: AsyncStream<String>.Continuation
  let events: AsyncStream<String>

  override init() { (events, continuation) = AsyncStream.makeStream(of: String.self) }

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { continuation.yield("started") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { continuation.yield("paused") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { continuation.yield("resumed") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: Error?
  ) {
    continuation.yield(Self.description(of: error))
    continuation.finish()
  }

  /// Returns the outcome of a recording.
  ///
  /// A movie at its maximum duration ends with an error, although its file is complete.
  private static func description(of error: Error?) -> String {
    guard let error = error else { return "finished" }
    let isComplete = (error as NSError).userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
    let isFull = (error as? AVError)?.code == .maximumDurationReached
    return "\(isFull ? "maximum duration" : "failed"), \(isComplete ? "complete" : "incomplete")"
  }
}
