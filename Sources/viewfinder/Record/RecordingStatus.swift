import OpenCapture

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
