import Dispatch
import OpenCaptureSystem

/// Who is asked for samples whenever an input has room.
final class MediaDataRequest: Sendable {
  private struct State: Lockable {
    /// Whether it is asked now, or about to be.
    var isAsked = false
    /// Whether there was room since.
    var isNoted = false
    var isCancelled = false
  }

  /// After how long who had nothing is asked again, in milliseconds.
  private static let pause = 10

  private let queue: DispatchQueue
  private let block: @Sendable () -> Void
  private let state = Locked(State())
  // The writer's thread keeps the input as long as samples are taken.
  private weak let input: AVAssetWriterInput?

  init(on queue: DispatchQueue, of input: AVAssetWriterInput, _ block: @escaping @Sendable () -> Void) {
    (self.queue, self.input, self.block) = (queue, input, block)
  }

  /// There may be room.
  func note() {
    let isNew = state.withLock { state in
      if state.isAsked { state.isNoted = true }
      guard !state.isAsked, !state.isCancelled else { return false }
      state.isAsked = true
      return true
    }
    if isNew { queue.async { self.ask() } }
  }

  /// Nobody is asked any more.
  func cancel() { state.withLock { $0.isCancelled = true } }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  private func ask() {
    guard let input, !isCancelled else { return }
    state.withLock { $0.isNoted = false }
    let before = input.count
    if input.isReadyForMoreMediaData { block() }
    let hasGiven = input.count > before
    let isAgain = state.withLock { state in
      state.isAsked = state.isNoted && hasGiven
      return state.isAsked
    }
    if isAgain { return queue.async { self.ask() } }
    // What was noted meanwhile, or is ready without ever having been full, nobody tells of again.
    guard !isCancelled, input.isReadyForMoreMediaData else { return }
    hasGiven ? note() : queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { self.note() }
  }
}
