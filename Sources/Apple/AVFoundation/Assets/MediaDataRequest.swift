import Dispatch
import OpenCaptureSystem

/// A block that is called whenever an input is ready for samples.
final class MediaDataRequest: Sendable {
  private struct State: Lockable {
    /// Whether the block is running or scheduled.
    var isScheduled = false
    /// Whether the input became ready since the last call.
    var isPending = false
    var isCancelled = false
  }

  /// The delay before a block that appended nothing is called again, in milliseconds.
  private static let retryDelay = 10

  private let queue: DispatchQueue
  private let block: @Sendable () -> Void
  private let state = Locked(State())
  // The writer's thread retains the input while samples are accepted.
  private weak let input: AVAssetWriterInput?

  init(on queue: DispatchQueue, of input: AVAssetWriterInput, _ block: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.input = input
    self.block = block
  }

  /// Schedules a call, because the input may be ready.
  func note() {
    let isNew = state.withLock { state in
      if state.isScheduled { state.isPending = true }
      guard !state.isScheduled, !state.isCancelled else { return false }
      state.isScheduled = true
      return true
    }
    if isNew { queue.async { self.callBlock() } }
  }

  /// Stops further calls.
  func cancel() { state.withLock { $0.isCancelled = true } }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  private func callBlock() {
    guard let input, !isCancelled else { return }
    state.withLock { $0.isPending = false }
    let before = input.count
    if input.isReadyForMoreMediaData { block() }
    let hasAppended = input.count > before
    let isScheduledAgain = state.withLock { state in
      state.isScheduled = state.isPending && hasAppended
      return state.isScheduled
    }
    if isScheduledAgain { return queue.async { self.callBlock() } }
    // No notification follows for readiness during the call, or for an input that was never full.
    guard !isCancelled, input.isReadyForMoreMediaData else { return }
    hasAppended ? note() : queue.asyncAfter(deadline: .now() + .milliseconds(Self.retryDelay)) { self.note() }
  }
}
