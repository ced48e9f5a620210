import OpenCapture
import OpenCaptureCommandSupport

/// The files of a recording, collected from delegate calls.
final class RecordedFiles: CaptureFileOutputRecordingDelegate, Sendable {
  /// A finished file.
  struct File: Sendable {
    let path: String
    let error: CaptureError?
    let words: String

    /// Whether the file can be played, even after an error.
    var isPlayable: Bool { error?.recordingSuccessfullyFinished ?? true }
  }

  private struct State: Lockable {
    var begun = 0
    var started = 0
    var finished: [File] = []
  }

  private let state = Monitor(State())
  private let onFinish: @Sendable (File) -> Void

  /// Makes an empty collection.
  ///
  /// - Parameter onFinish: Receives each finished file, before ``areFinished(until:)`` counts it. Default: ignored.
  init(onFinish: @escaping @Sendable (File) -> Void = { _ in }) { self.onFinish = onFinish }

  /// Records that a file was requested.
  func begin() { state.update { $0.begun += 1 } }

  /// The finished files.
  var all: [File] { state.withLock { $0.finished } }

  /// Waits until all requested files are finished, or until a time in nanoseconds; returns whether all are finished.
  func areFinished(until deadline: UInt64) -> Bool {
    state.wait(until: deadline) { $0.finished.count >= $0.begun ? true : nil } ?? false
  }

  /// The number of files that have begun.
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

  /// Returns a description such as `12.5 s, 1280×720, with sound, 3.1 MB`.
  private static func words(_ info: MovieInfo, _ path: String) -> String {
    var words = [
      "\((info.duration.seconds * 10).rounded() / 10) s", "\(info.dimensions.upright(info.orientation))",
    ]
    words.append(info.hasAudio ? "with sound" : "silent")
    return (words + size(path)).joined(separator: ", ")
  }

  /// Returns a description such as `12.5 s, aac, 48000 Hz, 2 channels, 0.2 MB`.
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

/// The file names of a recording: the chosen name, with numbers for several files.
struct RecordNames {
  private let path: InputPath
  private let isSplit: Bool

  init(_ path: InputPath, isSplit: Bool) {
    self.path = path
    self.isSplit = isSplit
  }

  /// The folder to write to.
  var folder: InputPath { path.folder }

  /// Returns the name of a file, from number 1.
  ///
  /// - Parameter force: Whether to remove an existing file.
  /// - Throws: ``OutputError`` if the name is taken.
  func path(_ number: Int, force: Bool) throws(OutputError) -> InputPath {
    let name = isSplit ? path.numbered(number, digits: 3) : path
    guard FileKind(of: name) != nil else { return name }
    guard force, FileKind(of: name) == .regular else { throw .taken(name) }
    try name.removeFile()
    return name
  }
}

/// The progress of a recording in one line: time, size, dropped frames and sound level.
enum RecordingStatus {
  static func words(_ output: any CaptureFileOutput) -> String {
    let seconds = Int(output.recordedDuration.seconds.isFinite ? output.recordedDuration.seconds : 0)
    var words = ["\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"]
    words.append("\(Double(output.recordedFileSize / 100_000) / 10) MB")
    if let count = (output as? CaptureMovieFileOutput)?.lateFrameCount, count > 0 {
      words.append("\(count) dropped")
    }
    let channels = output.connection(with: .audio)?.audioChannels ?? []
    if !channels.isEmpty { words.append(channels.map { LevelMeter.words($0) }.joined(separator: " ")) }
    return words.joined(separator: "  ")
  }
}

/// A level meter of an audio channel, as text.
enum LevelMeter {
  private static let width = 12
  /// The level of an empty bar, in dB below full scale.
  private static let floor: Float = -60

  /// Returns a bar such as `▮▮▮▮▮▮▮▯····`, with the average and the peak level.
  static func words(_ channel: CaptureAudioChannel) -> String {
    bar(average: channel.averagePowerLevel, peak: channel.peakHoldLevel)
  }

  static func bar(average: Float, peak: Float) -> String {
    let filled = place(average)
    let top = place(peak)
    return (1...width).map { $0 <= filled ? "▮" : $0 == top ? "▯" : "·" }.joined()
  }

  private static func place(_ level: Float) -> Int {
    guard level > floor else { return 0 }
    return Int((Float(width) * (1 - min(0, level) / floor)).rounded())
  }
}
