/// How a camera comes to show what was set at it: frame by frame, and late.
struct PhotoSettling: Sendable {
  /// How many frames are passed by at most while the camera adjusts itself.
  static let adjustmentPatience = 60

  /// When it was set, in nanoseconds.
  private let since: UInt64
  /// How many frames still show what was set before.
  private var left: Int
  /// How many more are passed by at most while the camera adjusts itself.
  private var patience: Int
  /// Whether a frame came that may have been on its way already, because nobody knows when it was exposed.
  private var isSure = false

  init(since: UInt64, delay: Int, waitsForAdjustment: Bool = false) {
    (self.since, left, patience) = (since, delay, waitsForAdjustment ? Self.adjustmentPatience : 0)
  }

  /// Whether it matters if the camera is adjusting itself.
  var waitsForAdjustment: Bool { patience > 0 }

  /// Whether a frame that comes shows what was set; then it is over.
  mutating func pass(_ frame: PhotoFrame) -> Bool {
    guard frame.isExposed(from: since) else { return false }
    if frame.stamp == nil, !isSure {
      isSure = true
    } else if left > 0 {
      left -= 1
    } else if frame.isAdjusting, patience > 0 {
      patience -= 1
    } else {
      return true
    }
    return false
  }
}
