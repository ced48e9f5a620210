import OpenCaptureMediaSamples

/// When lamps flash and microphones beep: in the first 100 ms of each second.
enum Clapper {
  /// Of a second, how much.
  static let share = 0.1

  static func isOn(_ time: MediaTime) -> Bool {
    guard time.isNumeric else { return false }
    let nanoseconds = time.convertScale(1_000_000_000).value
    let part = nanoseconds % 1_000_000_000
    return (part < 0 ? part + 1_000_000_000 : part) < 100_000_000
  }
}
