import OpenCapture

/// How loud a channel is, as people can see it.
enum LevelMeter {
  private static let width = 12
  /// What is shown as nothing, in dB below full scale.
  private static let floor: Float = -60

  /// Such as `▮▮▮▮▮▮▮▯····`: what it is in the mean, and the peak.
  static func words(_ channel: CaptureAudioChannel) -> String {
    bar(average: channel.averagePowerLevel, peak: channel.peakHoldLevel)
  }

  static func bar(average: Float, peak: Float) -> String {
    let (filled, top) = (place(average), place(peak))
    return (1...width).map { $0 <= filled ? "▮" : $0 == top ? "▯" : "·" }.joined()
  }

  private static func place(_ level: Float) -> Int {
    guard level > floor else { return 0 }
    return Int((Float(width) * (1 - min(0, level) / floor)).rounded())
  }
}
