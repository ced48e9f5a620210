import AVFoundation

/// Records movies, and says how.
struct MovieBooth {
  let output: AVCaptureMovieFileOutput
  let folder: URL

  /// How pictures and sound are compressed.
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

  /// What a connection doesn't support, it refuses with an exception.
  private func set(_ settings: [String: Any], for connection: AVCaptureConnection) {
    let keys = output.supportedOutputSettingsKeys(for: connection)
    output.setOutputSettings(settings.filter { keys.contains($0.key) }, for: connection)
    print("settings: \(output.outputSettings(for: connection).keys.contains { settings[$0] != nil })")
  }

  /// A movie that ends by itself.
  func recordUntilItIsLongEnough() async {
    output.maxRecordedDuration = CMTime(value: 1, timescale: 2)
    let process = MovieProcess()
    output.startRecording(to: folder.appendingPathComponent("short.mov"), recordingDelegate: process)
    for await event in process.happenings { print("short movie: \(event)") }
    output.maxRecordedDuration = .invalid
  }

  /// A movie with a pause in it, which nobody sees.
  func recordWithPause() async {
    let (changes, told) = AsyncStream.makeStream(of: Bool.self)
    let observation = output.observe(\.isRecording, options: [.new]) { _, change in
      told.yield(change.newValue ?? false)
    }
    let (process, begin) = (MovieProcess(), ProcessInfo.processInfo.systemUptime)
    output.startRecording(to: folder.appendingPathComponent("paused.mov"), recordingDelegate: process)
    for await event in process.happenings {
      print("movie: \(event)")
      switch event {
      case "started": after(0.4) { output.pauseRecording() }
      case "paused": after(1) { output.resumeRecording() }
      case "resumed": after(0.4) { output.stopRecording() }
      default: break
      }
    }
    let passed = ProcessInfo.processInfo.systemUptime - begin
    print("recorded: \(output.recordedDuration.seconds) of \(passed) seconds")
    // Observers hear of it by themselves, before the delegate or after it.
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
