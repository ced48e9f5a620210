/// The state of a processor in a stream: the format that it was prepared for, or could not be prepared for.
struct StageLifecycle: Sendable {
  /// The next step for a frame.
  enum Step: Sendable, Hashable {
    /// Prepare the processor; on success, let it process the frame, otherwise skip it.
    case prepare
    case process
    /// Skip the processor.
    case pass
  }

  private enum Preparation: Sendable {
    case none
    case done(FrameFormat)
    case failed(FrameFormat)
  }

  private var preparation = Preparation.none
  private var hasBegun = false

  /// The number of frames that bypassed the processor since its last frame.
  private(set) var missedCount = 0

  /// Returns the next step for a frame of a format.
  func step(for format: FrameFormat) -> Step {
    switch preparation {
    case .done(format): .process
    case .failed(format): .pass
    case .none, .done, .failed: .prepare
    }
  }

  /// Records whether the processor could be prepared for a format.
  mutating func prepare(for format: FrameFormat, isDone: Bool) {
    preparation = isDone ? .done(format) : .failed(format)
    hasBegun = hasBegun || isDone
  }

  /// Records that the processor received a frame.
  mutating func process() { missedCount = 0 }

  /// Records that a frame bypassed the processor.
  mutating func pass() { missedCount += 1 }

  /// Records that another, unprepared processor has replaced this one.
  mutating func replace() { preparation = .none }

  /// Records the end of the stream; returns whether the processor must finish.
  mutating func end() -> Bool {
    defer { self = StageLifecycle() }
    return hasBegun
  }
}
