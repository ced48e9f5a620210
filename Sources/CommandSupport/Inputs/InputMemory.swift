package import OpenCapturePages
package import OpenCapturePictures
import OpenCaptureSystem

/// Lets inputs that are worked on at once share an amount of memory: what doesn't fit now waits for others to finish.
///
/// Inputs are opened one at a time, because only then it is known how much each takes: of all that wait, one file at
/// most is in memory already, beside what came through pipes, which are read at once.
package final class InputMemory: Sendable {
  private struct State: Lockable {
    var budget: MemoryBudget
    var isOpening = false
  }

  private let state: Monitor<State>

  /// Makes an amount of memory to share.
  ///
  /// - Parameter capacity: How much there is, in bytes; an input that needs more is worked on alone.
  package init(capacity: Int) { state = Monitor(State(budget: MemoryBudget(capacity: capacity))) }

  /// Opens an input whatever it holds, and works on it once there is memory enough.
  ///
  /// - Parameters:
  ///   - limits: The size that it may have.
  ///   - pixelsPerInch: The resolution of pages of PDF; default 200.
  ///   - isOver: Whether there is no use in opening it any more.
  ///   - work: Works on it.
  package func use(
    _ input: Input, limits: PictureLimits, pixelsPerInch: Double = PicturePages.defaultPixelsPerInch,
    isOver: () -> Bool, work: (MediaInput) throws -> Void
  ) throws {
    try use(canWait: input.data == nil && input.path.isPipe) {
      guard !isOver(), let media = try MediaInput.open(input, limits: limits, pixelsPerInch: pixelsPerInch)
      else { return nil }
      return (media, try media.memory(limits: limits))
    } work: { media in
      try work(media)
    }
  }

  /// Opens an input, and works on it once there is memory enough.
  ///
  /// - Parameters:
  ///   - canWait: Whether to open it can mean to wait for somebody, so that others may go first.
  ///   - open: Opens it, and says how many bytes it takes; nil where there is nothing to work on.
  ///   - work: Works on it.
  package func use<Input>(
    canWait: Bool, open: () throws -> (input: Input, byteCount: Int)?, work: (Input) throws -> Void
  ) throws {
    let early = canWait ? try open() : nil
    let opened = try inTurn {
      let opened = canWait ? early : try open()
      if let opened { takeMemory(opened.byteCount) }
      return opened
    }
    guard let opened else { return }
    defer { state.update { $0.budget.give(back: opened.byteCount) } }
    try work(opened.input)
  }

  private func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    wait { state in
      defer { state.isOpening = true }
      return !state.isOpening
    }
    defer { state.update { $0.isOpening = false } }
    return try body()
  }

  private func takeMemory(_ byteCount: Int) { wait { $0.budget.take(byteCount) } }

  /// Waits until `condition`, which changes the state where it holds, does.
  private func wait(until condition: (inout State) -> Bool) {
    _ = state.wait { state in condition(&state) ? true : nil }
  }
}
