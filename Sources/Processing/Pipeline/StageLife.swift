/// Where a processor is in its life in a stream: what it is prepared for, or what it could not be prepared for.
///
/// A state machine that calls nobody: it says what is to be done with a frame, and is told what came of it.
struct StageLife: Sendable {
  /// What is to be done with a frame.
  enum Step: Sendable, Hashable {
    /// Prepare the processor for its format; where that is done, give it to the processor, else let it pass by.
    case prepare
    /// Give it to the processor.
    case process
    /// Let it pass by.
    case pass
  }

  private enum Preparation: Sendable {
    case none
    case done(FrameFormat)
    case failed(FrameFormat)
  }

  private var preparation = Preparation.none
  private var hasBegun = false

  /// Frames that passed the processor by since the last that it was given.
  private(set) var missedCount = 0

  /// What is to be done with a frame of a format.
  func step(for format: FrameFormat) -> Step {
    switch preparation {
    case .done(format): .process
    case .failed(format): .pass
    case .none, .done, .failed: .prepare
    }
  }

  /// Takes note that the processor was prepared for a format, or that it could not be.
  mutating func prepare(for format: FrameFormat, isDone: Bool) {
    preparation = isDone ? .done(format) : .failed(format)
    hasBegun = hasBegun || isDone
  }

  /// Takes note that the processor was given a frame.
  mutating func process() { missedCount = 0 }

  /// Takes note that a frame passed the processor by.
  mutating func pass() { missedCount += 1 }

  /// Takes note that another processor is in its place, which isn't prepared for anything.
  mutating func replace() { preparation = .none }

  /// Takes note that the stream ended; true where the processor has to finish it.
  mutating func end() -> Bool {
    defer { self = StageLife() }
    return hasBegun
  }
}
