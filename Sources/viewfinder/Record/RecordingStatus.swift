import OpenCapture

/// How far a recording is, in a line: its time, its size, what was left out, and how loud it is.
enum RecordingStatus {
  static func words(_ output: any CaptureFileOutput) -> String {
    let seconds = Int(output.recordedDuration.seconds.isFinite ? output.recordedDuration.seconds : 0)
    var words = ["\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"]
    words.append("\(Double(output.recordedFileSize / 100_000) / 10) MB")
    if let count = (output as? CaptureMovieFileOutput)?.lateFrameCount, count > 0 {
      words.append("\(count) left out")
    }
    let channels = output.connection(with: .audio)?.audioChannels ?? []
    if !channels.isEmpty { words.append(channels.map { LevelMeter.words($0) }.joined(separator: " ")) }
    return words.joined(separator: "  ")
  }
}
