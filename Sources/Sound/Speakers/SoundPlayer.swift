import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Plays the sound that comes to it on a thread of its own, which has the speaker open as long as there is some.
///
/// A thread that hangs in ALSA's library is left alone with the speaker.
final class SoundPlayer: SampleReceiver {
  /// Opens a speaker for sound of a format; nil is the default one.
  typealias Opening = @Sendable (_ speaker: String?, AudioFormat) throws(CaptureError) -> any PCMDriver

  private struct State: Lockable {
    var queue = PlayoutQueue()
    var volume: Float = 0
    var speaker: String?
    var error: CaptureError?
    /// Whether there is a thread.
    var isPlaying = false
    /// Whether the thread has sound that it took from the queue.
    var isWriting = false
    /// Whether no more comes.
    var isOver = false
    /// How many threads there were: one that was left alone has nothing to say any more.
    var threadCount = 0
    /// What the thread calls of the speaker that it opened last, and whether it hangs there; nil before it opened one.
    var watched: (calls: CallClock, watch: HangWatch)?

    var isIdle: Bool { !isPlaying || queue.isEmpty && !isWriting }
  }

  /// What the thread is to do.
  private enum Step {
    case play(SampleBuffer, speaker: String?, volume: Float)
    case end
  }

  /// How long the thread keeps a speaker for which there is nothing, in nanoseconds.
  private static let patience: UInt64 = 1_000_000_000

  private let state = Monitor(State())
  private let open: Opening

  init(_ open: @escaping Opening) { self.open = open }

  var volume: Float {
    get { state.withLock { $0.volume } }
    set { state.update { $0.volume = newValue > 0 ? min(newValue, 1) : 0 } }
  }

  /// Another one is opened with the next sound.
  var speaker: String? {
    get { state.withLock { $0.speaker } }
    set { state.update { state in (state.speaker, state.error) = (newValue, nil) } }
  }

  /// Why nothing is heard; nil where it is, or will be.
  var error: CaptureError? { state.withLock { $0.error } }

  var droppedCount: Int { state.withLock { $0.queue.droppedCount } }

  /// Waits until nothing waits to be played; false where that lasts longer than until `deadline`.
  func waitUntilIdle(until deadline: UInt64) -> Bool {
    state.wait(until: deadline) { $0.isIdle ? true : nil } != nil
  }
}

// MARK: From the source

extension SoundPlayer {
  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    if canWait { wait { !$0.queue.isFull || !$0.isPlaying || !connection.isActive } }
    look()
    let (removed, thread) = state.update { state -> ([PlayoutQueue.Item], Int?) in
      // Who hears nothing keeps no speaker from others.
      guard state.volume > 0, state.error == nil, connection.isActive else { return (state.queue.remove(), nil) }
      let removed = state.queue.offer(PlayoutQueue.Item(sample: sampleBuffer, connection: connection))
      let begins = !state.isPlaying
      (state.isPlaying, state.isOver) = (true, false)
      if begins { state.threadCount += 1 }
      return (removed, begins ? state.threadCount : nil)
    }
    withExtendedLifetime(removed) {}
    if let thread { begin(thread) }
  }

  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  func finish(_ connection: CaptureConnection) {
    wait { $0.isIdle || !connection.isActive }
  }

  private func wait(until isReached: (State) -> Bool) {
    while state.wait(until: MonotonicClock.now() + HangWatch.pause, { isReached($0) ? true : nil }) == nil {
      look()
    }
  }

  /// Leaves the thread alone where it hangs.
  private func look() {
    let (thread, duration) = state.withLock { state in
      let began = state.watched?.calls.began
      return (state.threadCount, state.watched?.watch.look(at: MonotonicClock.now(), began) ?? nil)
    }
    guard let duration else { return }
    fail(SoundDeviceName(speaker: speaker).hangs(forSeconds: duration), thread)
  }

  func discard(from connections: [CaptureConnection]) {
    let removed = state.update { $0.queue.remove(from: connections) }
    withExtendedLifetime(removed) {}
  }

  func end(_ error: CaptureError?) { state.update { ($0.isOver, $0.error) = (true, nil) } }
}

// MARK: On the thread

extension SoundPlayer {
  /// - Parameter number: How many threads there are with this one.
  private func begin(_ number: Int) {
    let open = open
    let thread = NamedThread(name: "speaker") { [weak self] in
      var (writer, current): (SoundWriter?, String?) = (nil, nil)
      while case .play(let sample, let speaker, let volume)? = self?.next(number) {
        guard let buffer = sample.audioBuffer else { continue }
        do throws(CaptureError) {
          if writer?.format.sampleRate != buffer.format.sampleRate || current != speaker {
            // One speaker may not be opened twice.
            writer = nil
            let driver = try open(speaker, buffer.format)
            self?.watch(driver.calls, number)
            (writer, current) = (SoundWriter(driver), speaker)
          }
          try writer?.play(buffer, volume: volume, on: speaker)
        } catch {
          writer = nil
          self?.fail(error, number)
          return
        }
      }
    }
    if thread == nil { state.update { $0.isPlaying = false } }
  }

  private func watch(_ calls: CallClock, _ thread: Int) {
    state.withLock { state in
      guard state.threadCount == thread else { return }
      state.watched = (calls, HangWatch(since: MonotonicClock.now()))
    }
  }

  /// Takes note that what was taken is played, and waits for more.
  private func next(_ thread: Int) -> Step {
    let deadline = MonotonicClock.now() + Self.patience
    state.update { if $0.threadCount == thread { $0.isWriting = false } }
    _ = state.wait(until: deadline) { !$0.queue.isEmpty || $0.isOver || $0.threadCount != thread ? true : nil }
    return state.update { state in
      guard state.threadCount == thread, state.isPlaying else { return .end }
      guard let item = state.queue.take() else {
        (state.isPlaying, state.isOver, state.watched) = (false, false, nil)
        return .end
      }
      state.isWriting = true
      return .play(item.sample, speaker: state.speaker, volume: state.volume)
    }
  }

  /// Takes note that nothing is heard any more of what a thread plays.
  private func fail(_ error: CaptureError, _ thread: Int) {
    let removed = state.update { state -> [PlayoutQueue.Item] in
      guard state.threadCount == thread, state.isPlaying else { return [] }
      (state.error, state.isPlaying, state.isWriting, state.watched) = (error, false, false, nil)
      return state.queue.remove()
    }
    withExtendedLifetime(removed) {}
  }
}

extension SoundWriter {
  fileprivate mutating func play(_ buffer: AudioBuffer, volume: Float, on speaker: String?) throws(CaptureError) {
    do throws(PCMFailure) { _ = try write(buffer, volume: volume) } catch {
      throw SoundDeviceName(speaker: speaker).error(error)
    }
  }
}
