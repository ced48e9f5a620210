import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Plays the sound that comes to it on a thread of its own, which has the speaker open as long as there is some.
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
    if canWait { _ = state.wait { !$0.queue.isFull || !$0.isPlaying || !connection.isActive ? true : nil } }
    let (removed, begins) = state.update { state -> ([PlayoutQueue.Item], Bool) in
      // Who hears nothing keeps no speaker from others.
      guard state.volume > 0, state.error == nil, connection.isActive else { return (state.queue.remove(), false) }
      let removed = state.queue.offer(PlayoutQueue.Item(sample: sampleBuffer, connection: connection))
      defer { (state.isPlaying, state.isOver) = (true, false) }
      return (removed, !state.isPlaying)
    }
    withExtendedLifetime(removed) {}
    if begins { begin() }
  }

  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  func finish(_ connection: CaptureConnection) {
    _ = state.wait { $0.isIdle || !connection.isActive ? true : nil }
  }

  func discard(from connections: [CaptureConnection]) {
    let removed = state.update { $0.queue.remove(from: connections) }
    withExtendedLifetime(removed) {}
  }

  func end(_ error: CaptureError?) { state.update { ($0.isOver, $0.error) = (true, nil) } }
}

// MARK: On the thread

extension SoundPlayer {
  private func begin() {
    let open = open
    let thread = NamedThread(name: "speaker") { [weak self] in
      var (writer, current): (SoundWriter?, String?) = (nil, nil)
      while case .play(let sample, let speaker, let volume)? = self?.next() {
        guard let buffer = sample.audioBuffer else { continue }
        do throws(CaptureError) {
          if writer?.format.sampleRate != buffer.format.sampleRate || current != speaker {
            // One speaker may not be opened twice.
            writer = nil
            (writer, current) = (SoundWriter(try open(speaker, buffer.format)), speaker)
          }
          try writer?.play(buffer, volume: volume, on: speaker)
        } catch {
          writer = nil
          self?.fail(error)
          return
        }
      }
    }
    if thread == nil { state.update { $0.isPlaying = false } }
  }

  /// Takes note that what was taken is played, and waits for more.
  private func next() -> Step {
    state.update { $0.isWriting = false }
    let deadline = MonotonicClock.now() + Self.patience
    _ = state.wait(until: deadline) { !$0.queue.isEmpty || $0.isOver ? true : nil }
    return state.update { state in
      guard let item = state.queue.take() else {
        (state.isPlaying, state.isOver) = (false, false)
        return .end
      }
      state.isWriting = true
      return .play(item.sample, speaker: state.speaker, volume: state.volume)
    }
  }

  private func fail(_ error: CaptureError) {
    let removed = state.update { state in
      (state.error, state.isPlaying, state.isWriting) = (error, false, false)
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
