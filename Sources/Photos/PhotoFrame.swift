import OpenCaptureSession

/// The properties of a frame that decide about its use.
struct PhotoFrame: Sendable, Hashable {
  /// The time of exposure in nanoseconds of the system's clock; nil if the frame uses another clock.
  var stamp: UInt64?
  /// The duration in nanoseconds.
  var duration: UInt64 = 33_333_333
  /// The time of arrival in nanoseconds of the system's clock.
  var arrival: UInt64
  /// Whether the data is damaged.
  var isDamaged = false
  /// Whether the camera is adjusting its exposure.
  var isAdjusting = false

  /// Returns whether the frame was exposed at a time or later; uses the arrival if the time of exposure is unknown.
  func isExposed(from time: UInt64) -> Bool { (stamp ?? arrival) >= time }
}

/// The newest frames, held in the camera's buffers without copies.
struct RecentFrames: Sendable {
  /// A frame and its properties.
  struct Entry: Sendable {
    let sample: SampleBuffer
    let frame: PhotoFrame
    let time: WallTime
  }

  /// The number of held frames: the newest at the call, the previous one, and one about to be replaced.
  static let capacity = 3

  /// The slots for frames, used in turn so that adding a frame allocates no memory.
  private var slots = [Entry?](repeating: nil, count: capacity)
  /// The index of the oldest frame, which is replaced next.
  private var oldest = 0

  /// The held frames, the oldest first.
  var entries: [Entry] { (slots[oldest...] + slots[..<oldest]).compactMap(\.self) }

  /// The properties of the held frames, the oldest first.
  var frames: [PhotoFrame] { entries.map(\.frame) }

  /// Adds a frame, and returns the replaced one so that the caller can release it outside of any lock.
  mutating func add(_ entry: Entry) -> Entry? {
    var replaced: Entry? = entry
    swap(&slots[oldest], &replaced)
    oldest = (oldest + 1) % Self.capacity
    return replaced
  }

  mutating func removeAll() -> [Entry] {
    defer { self = RecentFrames() }
    return entries
  }
}

/// A filter for frames after a change of settings, which a camera applies with a delay.
struct SettlingFrameFilter: Sendable {
  /// The most frames that are skipped while the camera is adjusting.
  static let adjustmentFrameLimit = 60

  /// The time of the change in nanoseconds.
  private let since: UInt64
  /// The number of frames that still show the previous settings.
  private var remainingDelay: Int
  /// The number of further frames that may be skipped while the camera is adjusting.
  private var remainingAdjustment: Int
  /// Whether one frame without a time of exposure was skipped, because its exposure may precede the change.
  private var hasSkippedUncertainFrame = false

  init(since: UInt64, delay: Int, waitsForAdjustment: Bool = false) {
    self.since = since
    remainingDelay = delay
    remainingAdjustment = waitsForAdjustment ? Self.adjustmentFrameLimit : 0
  }

  /// Whether frames must state whether the camera is adjusting.
  var waitsForAdjustment: Bool { remainingAdjustment > 0 }

  /// Returns whether a frame shows the new settings.
  mutating func pass(_ frame: PhotoFrame) -> Bool {
    guard frame.isExposed(from: since) else { return false }
    if frame.stamp == nil, !hasSkippedUncertainFrame {
      hasSkippedUncertainFrame = true
    } else if remainingDelay > 0 {
      remainingDelay -= 1
    } else if frame.isAdjusting, remainingAdjustment > 0 {
      remainingAdjustment -= 1
    } else {
      return true
    }
    return false
  }
}
