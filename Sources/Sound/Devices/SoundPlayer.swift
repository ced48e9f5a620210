import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A player of sound with its own thread, which is abandoned together with the speaker if it hangs in ALSA's library.
final class SoundPlayer: SampleReceiver {
  /// A function that opens a speaker for a format; `nil` is the default speaker.
  typealias Opening = @Sendable (_ speaker: String?, AudioFormat) throws(CaptureError) -> any PCMDevice

  private struct State: Lockable {
    var queue = PlayoutQueue()
    var volume: Float = 0
    var speaker: String?
    var error: CaptureError?
    /// Whether a playback thread exists.
    var isPlaying = false
    /// Whether the thread holds sound that it took from the queue.
    var isWriting = false
    /// Whether the source has ended.
    var isOver = false
    /// The number of threads started so far; only the latest one may change the state.
    var threadCount = 0
    /// The call clock and hang detector of the open speaker, or nil if no speaker is open.
    var watched: (calls: CallClock, watch: HangDetector)?

    var isIdle: Bool { !isPlaying || queue.isEmpty && !isWriting }
  }

  /// The time without sound after which the speaker is closed, in nanoseconds.
  private static let idleTimeout: UInt64 = 1_000_000_000

  private let state = Monitor(State())
  private let open: Opening

  init(_ open: @escaping Opening) { self.open = open }

  var volume: Float {
    get { state.withLock { $0.volume } }
    set { state.update { $0.volume = newValue > 0 ? min(newValue, 1) : 0 } }
  }

  /// The unique ID of the speaker; a new one is opened with the next sound.
  var speaker: String? {
    get { state.withLock { $0.speaker } }
    set {
      state.update { state in
        state.speaker = newValue
        state.error = nil
      }
    }
  }

  /// The error that prevents playback, or nil.
  var error: CaptureError? { state.withLock { $0.error } }

  var droppedCount: Int { state.withLock { $0.queue.droppedCount } }

  /// Waits until all sound is played, and returns false after the deadline.
  func waitUntilIdle(until deadline: UInt64) -> Bool {
    state.wait(until: deadline) { $0.isIdle ? true : nil } != nil
  }
}

// MARK: Source

extension SoundPlayer {
  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    if canWait { wait { !$0.queue.isFull || !$0.isPlaying || !connection.isActive } }
    checkForHang()
    let (removed, thread) = state.update { state -> ([PlayoutQueue.Item], Int?) in
      // Without volume, the speaker stays available to other programs.
      guard state.volume > 0, state.error == nil, connection.isActive else { return (state.queue.remove(), nil) }
      let removed = state.queue.enqueue(PlayoutQueue.Item(sample: sampleBuffer, connection: connection))
      let begins = !state.isPlaying
      state.isPlaying = true
      state.isOver = false
      if begins { state.threadCount += 1 }
      return (removed, begins ? state.threadCount : nil)
    }
    withExtendedLifetime(removed) {}
    if let thread { begin(thread) }
  }

  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  func finish(_ connection: CaptureConnection) { wait { $0.isIdle || !connection.isActive } }

  private func wait(until isReached: (State) -> Bool) {
    while state.wait(until: MonotonicClock.now() + HangDetector.pause, { isReached($0) ? true : nil }) == nil {
      checkForHang()
    }
  }

  /// Abandons the thread if it hangs.
  private func checkForHang() {
    let (thread, duration) = state.withLock { state in
      let began = state.watched?.calls.currentCallStart
      return (state.threadCount, state.watched?.watch.check(at: MonotonicClock.now(), began) ?? nil)
    }
    guard let duration else { return }
    fail(SoundDeviceName(speaker: speaker).hangError(forSeconds: duration), thread)
  }

  func discard(from connections: [CaptureConnection]) {
    let removed = state.update { $0.queue.remove(from: connections) }
    withExtendedLifetime(removed) {}
  }

  func end(_ error: CaptureError?) {
    state.update {
      $0.isOver = true
      $0.error = nil
    }
  }
}

// MARK: Playback thread

extension SoundPlayer {
  /// Starts the playback thread with this number.
  private func begin(_ number: Int) {
    let open = open
    let thread = NamedThread(name: "speaker") { [weak self] in
      var writer: SoundWriter?
      var current: String?
      while let (sample, speaker, volume) = self?.next(number) {
        guard let buffer = sample.audioBuffer else { continue }
        do throws(CaptureError) {
          if writer?.format.sampleRate != buffer.format.sampleRate || current != speaker {
            // The old speaker is closed first, because a speaker may not allow to be opened twice.
            writer = nil
            let driver = try open(speaker, buffer.format)
            self?.watch(driver.calls, number)
            writer = SoundWriter(driver)
            current = speaker
          }
          do throws(PCMError) { _ = try writer?.write(buffer, volume: volume) } catch {
            throw SoundDeviceName(speaker: speaker).error(error)
          }
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
      state.watched = (calls, HangDetector(since: MonotonicClock.now()))
    }
  }

  /// Reports the taken sound as played, and waits for more; returns nil if the thread must end.
  private func next(_ thread: Int) -> (sample: SampleBuffer, speaker: String?, volume: Float)? {
    let deadline = MonotonicClock.now() + Self.idleTimeout
    state.update { if $0.threadCount == thread { $0.isWriting = false } }
    _ = state.wait(until: deadline) { !$0.queue.isEmpty || $0.isOver || $0.threadCount != thread ? true : nil }
    return state.update { state -> (sample: SampleBuffer, speaker: String?, volume: Float)? in
      guard state.threadCount == thread, state.isPlaying else { return nil }
      guard let item = state.queue.take() else {
        state.isPlaying = false
        state.isOver = false
        state.watched = nil
        return nil
      }
      state.isWriting = true
      return (item.sample, state.speaker, state.volume)
    }
  }

  /// Records the failure of a thread and empties the queue.
  private func fail(_ error: CaptureError, _ thread: Int) {
    let removed = state.update { state -> [PlayoutQueue.Item] in
      guard state.threadCount == thread, state.isPlaying else { return [] }
      state.error = error
      state.isPlaying = false
      state.isWriting = false
      state.watched = nil
      return state.queue.remove()
    }
    withExtendedLifetime(removed) {}
  }
}
