import AVFoundation

/// A recorder of movies with various settings.
struct MovieBooth {
  let output: AVCaptureMovieFileOutput
  let folder: URL

  /// Sets the codecs of video and sound.
  func chooseSettings() {
    if let connection = output.connection(with: .video), output.availableVideoCodecTypes.contains(.h264) {
      set([AVVideoCodecKey: AVVideoCodecType.h264], for: connection)
    }
    if let connection = output.connection(with: .audio) {
      set(
        [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1], for: connection)
    }
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
    let progress = MovieProgress()
    output.startRecording(to: folder.appendingPathComponent("short.mov"), recordingDelegate: progress)
    for await event in progress.events { print("short movie: \(event)") }
    output.maxRecordedDuration = .invalid
  }

  /// Records a movie with a pause.
  func recordWithPause() async {
    let (changes, continuation) = AsyncStream.makeStream(of: Bool.self)
    let observation = output.observe(\.isRecording, options: [.new]) { _, change in
      continuation.yield(change.newValue ?? false)
    }
    let progress = MovieProgress()
    let start = ProcessInfo.processInfo.systemUptime
    output.startRecording(to: folder.appendingPathComponent("paused.mov"), recordingDelegate: progress)
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
    // Observers are notified independently of the delegate, before or after it.
    for await isRecording in changes {
      print("observed: recording is \(isRecording)")
      if !isRecording { break }
    }
    observation.invalidate()
  }

  private func after(_ seconds: Double, _ body: @escaping () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { body() }
  }
}
