import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// A stream of a microphone with two threads.
///
/// One thread owns the device and waits for sound and for the request to stop. The other detects whether the first one
/// hangs. A hanging thread is abandoned together with the device, and everything that it still sends is discarded.
final class ALSAStream: CaptureStream {
  private struct State: Lockable {
    var threads: [NamedThread] = []
    /// Whether the stream has ended.
    var isOver = false
    /// Whether the stream has ended because its reading thread was abandoned.
    var isAbandoned = false
    /// The reason of the end, set before the device is closed.
    var failure: CaptureError?
  }

  private let microphone: ALSAMicrophone
  private let sink: RevocableSink
  private let driver: ALSADevice
  private let counts = Locked(CaptureStreamStatistics())
  private let state = Monitor(State())

  let configuration: CaptureStreamConfiguration

  /// Takes over a configured device; ``start()`` starts the sound.
  init(_ microphone: ALSAMicrophone, _ driver: ALSADevice, _ sink: any CaptureDeviceSink) throws(CaptureError) {
    self.microphone = microphone
    self.driver = driver
    self.sink = RevocableSink(sink)
    configuration = CaptureStreamConfiguration(
      formatDescription: FormatDescription(audioFormat: driver.setup.format))
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func start() throws(CaptureError) {
    let options = microphone.options
    let timeouts = StallTimeouts(reportDelay: options.stallNotice, limit: options.stallTimeout)
    let reader: SoundReader
    do throws(MediaError) {
      reader = try SoundReader(driver, of: microphone.place.name, to: sink, timeouts: timeouts) { [counts] event in
        if event == .sampleBuffer { counts.withLock { $0.frameCount += 1 } }
      }
    } catch {
      throw CaptureError(.outOfMemory, subject: microphone.identity.localizedName, error)
    }
    try microphone.place.name.withTimeout { [driver] () throws(PCMError) in try driver.start() }
    guard let started = NamedThread(name: "alsa", { self.run(reader) }) else {
      throw CaptureError(.outOfMemory, subject: microphone.identity.localizedName, reason: "cannot create a thread")
    }
    let watch = NamedThread(name: "alsa watch") { self.watch() }
    state.withLock { $0.threads = [started] + (watch.map { [$0] } ?? []) }
  }

  func stop() {
    driver.wake()
    let threads = state.withLock { $0.threads }
    guard !threads.contains(where: \.isCurrent) else { return }
    if state.wait(until: driver.now + HangDetector.hangTimeout, { $0.isOver ? true : nil }) == nil {
      abandonThread()
    }
    for thread in threads.dropFirst(state.withLock { $0.isAbandoned } ? 1 : 0) { thread.join() }
  }

  /// Runs on the reading thread until a request to stop or an error.
  private func run(_ reader: SoundReader) {
    var reader = reader
    var failure: CaptureError?
    do throws(CaptureError) { try reader.run() } catch { failure = error }
    state.update { $0.failure = failure }
    // The device is closed before the sink is notified, so that the microphone can be opened again immediately.
    driver.close()
    state.update { $0.isOver = true }
    if let failure { sink.end(failure) }
  }

  /// Runs on the watching thread until the stream ends or the reading thread hangs.
  private func watch() {
    var watch = HangDetector(since: driver.now)
    while state.wait(until: watch.next, { $0.isOver ? true : nil }) == nil {
      guard let duration = watch.check(at: driver.now, driver.calls.currentCallStart) else { continue }
      abandonThread()?.end(state.withLock { $0.failure } ?? microphone.place.name.hangError(forSeconds: duration))
      return
    }
  }

  /// Abandons the reading thread and returns the sink to notify.
  @discardableResult private func abandonThread() -> (any CaptureDeviceSink)? {
    defer {
      state.update {
        $0.isOver = true
        $0.isAbandoned = true
      }
    }
    return sink.revoke()
  }
}

/// A sink that forwards what a driver's thread sends until that thread is abandoned.
final class RevocableSink: CaptureDeviceSink {
  private struct State: Lockable {
    var sink: (any CaptureDeviceSink)?
  }

  private let state: Locked<State>

  init(_ sink: any CaptureDeviceSink) { state = Locked(State(sink: sink)) }

  /// Releases and returns the sink; everything sent later is discarded.
  @discardableResult func revoke() -> (any CaptureDeviceSink)? { state.withLock { $0.sink.take() } }

  private var sink: (any CaptureDeviceSink)? { state.withLock { $0.sink } }

  func receive(_ sampleBuffer: SampleBuffer) { sink?.receive(sampleBuffer) }
  func receive(_ dropped: DroppedFrame) { sink?.receive(dropped) }
  func receive(_ change: CaptureControlChange) { sink?.receive(change) }
  func receive(_ stall: CaptureStall) { sink?.receive(stall) }
  func end(_ error: CaptureError) { sink?.end(error) }
}
