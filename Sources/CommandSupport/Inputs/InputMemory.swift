import OpenCaptureSystem

/// A memory limit that concurrent inputs share; an input that does not fit waits until others finish.
///
/// Inputs are opened one at a time, because their memory needs are known only then. So at most one waiting file is
/// in memory, besides the data of pipes, which are read at once.
package final class InputMemory: Sendable {
  private struct State: Lockable {
    var budget: MemoryBudget
    var isOpening = false
  }

  private let state: Monitor<State>

  /// Makes a shared amount of memory.
  ///
  /// - Parameter capacity: The amount in bytes. An input that needs more is processed alone.
  package init(capacity: Int) { state = Monitor(State(budget: MemoryBudget(capacity: capacity))) }

  /// Opens an input, and processes it as soon as enough memory is free.
  ///
  /// - Parameters:
  ///   - canWait: Whether opening can block on another process, so that other inputs may overtake it.
  ///   - open: Opens the input and returns its memory in bytes; nil to skip the input.
  ///   - work: Processes the input.
  package func use<Input>(
    canWait: Bool, open: () throws -> (input: Input, byteCount: Int)?, work: (Input) throws -> Void
  ) throws {
    let early = canWait ? try open() : nil
    let opened = try exclusively {
      let opened = canWait ? early : try open()
      if let opened { takeMemory(opened.byteCount) }
      return opened
    }
    guard let opened else { return }
    defer { state.update { $0.budget.give(back: opened.byteCount) } }
    try work(opened.input)
  }

  private func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    wait { state in
      defer { state.isOpening = true }
      return !state.isOpening
    }
    defer { state.update { $0.isOpening = false } }
    return try body()
  }

  private func takeMemory(_ byteCount: Int) { wait { $0.budget.take(byteCount) } }

  /// Waits until `condition` is true; the condition then changes the state.
  private func wait(until condition: (inout State) -> Bool) {
    _ = state.wait { state in condition(&state) ? true : nil }
  }
}

/// An amount of memory that several tasks share; a task that is alone always gets what it needs.
package struct MemoryBudget: Lockable, Sendable {
  /// The total amount, in bytes.
  package let capacity: Int
  /// The amount in use, in bytes.
  package private(set) var taken = 0

  package init(capacity: Int) { self.capacity = capacity }

  /// Reserves memory; false if the caller must wait for other tasks.
  package mutating func take(_ byteCount: Int) -> Bool {
    guard taken == 0 || byteCount <= capacity - taken else { return false }
    taken += max(byteCount, 1)
    return true
  }

  /// Releases reserved memory.
  package mutating func give(back byteCount: Int) { taken -= max(byteCount, 1) }
}
