import OpenCapture
import OpenCaptureSystem

/// The files of a recording, as their delegate hears of them.
final class RecordedFiles: CaptureFileOutputRecordingDelegate, Sendable {
  /// A file that is over.
  struct File: Sendable {
    let path: String
    let error: CaptureError?
    let words: String
  }

  private struct State: Lockable {
    var begun = 0
    var started = 0
    var finished: [File] = []
  }

  private let state = Monitor(State())
  private let onFinish: @Sendable (File) -> Void

  /// Makes one that hears of no file yet.
  ///
  /// - Parameter onFinish: Takes each file once it is over, before ``areFinished(until:)`` says so; default nobody.
  init(onFinish: @escaping @Sendable (File) -> Void = { _ in }) { self.onFinish = onFinish }

  /// Takes note that a file is asked for.
  func begin() { state.update { $0.begun += 1 } }

  /// Those that are over.
  var all: [File] { state.withLock { $0.finished } }

  /// Whether all that were begun are over, at a time in nanoseconds at the latest.
  func areFinished(until deadline: UInt64) -> Bool {
    state.wait(until: deadline) { $0.finished.count >= $0.begun ? true : nil } ?? false
  }

  /// How many were begun and have something in them.
  var startedCount: Int { state.withLock { $0.started } }

  func fileOutput(
    _ output: any CaptureFileOutput, didStartRecordingTo path: String, startTime: MediaTime,
    from connections: [CaptureConnection]
  ) { state.update { $0.started += 1 } }

  func fileOutput(
    _ output: any CaptureFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
    error: CaptureError?
  ) {
    let words =
      (try? MovieReader(contentsOf: path)).map { Self.words($0.info, path) }
      ?? (try? AudioReader(contentsOf: path)).map { Self.words($0.info, path) } ?? "no movie"
    let file = File(path: path, error: error, words: words)
    onFinish(file)
    state.update { $0.finished.append(file) }
  }

  /// Such as `12.5 s, 1280×720, avc1 and aac, 3.1 MB`.
  private static func words(_ info: MovieInfo, _ path: String) -> String {
    var words = [
      "\((info.duration.seconds * 10).rounded() / 10) s", "\(info.dimensions.upright(info.orientation))",
    ]
    words.append(info.hasAudio ? "with sound" : "silent")
    return (words + size(path)).joined(separator: ", ")
  }

  /// Such as `12.5 s, aac, 48000 Hz, 2 channels, 0.2 MB`.
  private static func words(_ info: AudioInfo, _ path: String) -> String {
    let seconds = info.duration.seconds
    let duration = seconds.isFinite ? ["\((seconds * 10).rounded() / 10) s"] : []
    let channels = "\(info.channelCount) \(info.channelCount == 1 ? "channel" : "channels")"
    return (duration + [info.codecName, "\(info.sampleRate) Hz", channels] + size(path)).joined(separator: ", ")
  }

  private static func size(_ path: String) -> [String] {
    guard let count = FileSystem.byteCount(path) else { return [] }
    return [count < 100_000 ? "\(count / 1_000) kB" : "\(Double(count / 100_000) / 10) MB"]
  }
}
