import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// A stream of a microphone: one thread owns the device, and waits for sound and the order to stop; another looks whether it hangs.
///
/// A thread that hangs is left alone with the device, and nothing that it sends gets anywhere.
final class ALSAStream: CaptureStream {
  private struct State: Lockable {
    var threads: [NamedThread] = []
    /// Whether no more comes, and whether that is because the first thread is left alone.
    var (isOver, isLeft) = (false, false)
    /// Why no more comes, where the device is still to be closed.
    var failure: CaptureError?
  }

  private let microphone: ALSAMicrophone
  private let sink: LeavableSink
  private let driver: ALSADriver
  private let counts = Locked(CaptureStreamStatistics())
  private let state = Monitor(State())

  /// What was granted.
  let configuration: CaptureStreamConfiguration

  /// Takes a device over that is set up; ``start()`` lets sound come.
  init(_ microphone: ALSAMicrophone, _ driver: ALSADriver, _ sink: any CaptureDeviceSink) throws(CaptureError) {
    (self.microphone, self.driver, self.sink) = (microphone, driver, LeavableSink(sink))
    configuration = CaptureStreamConfiguration(
      formatDescription: FormatDescription(audioFormat: driver.setup.format))
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func start() throws(CaptureError) {
    let options = microphone.options
    let patience = StallPatience(notice: options.stallNotice, limit: options.stallTimeout)
    let reader: SoundReader
    do throws(MediaError) {
      reader = try SoundReader(driver, of: microphone.place.name, to: sink, patience: patience) { [counts] event in
        if event == .sampleBuffer { counts.withLock { $0.frameCount += 1 } }
      }
    } catch {
      throw CaptureError(.outOfMemory, subject: microphone.identity.localizedName, error)
    }
    try microphone.place.name.patiently { [driver] () throws(PCMFailure) in try driver.start() }
    guard let started = NamedThread(name: "alsa", { self.run(reader) }) else {
      throw CaptureError(
        .outOfMemory, subject: microphone.identity.localizedName, reason: "the system gives no thread")
    }
    let watch = NamedThread(name: "alsa watch") { self.watch() }
    state.withLock { $0.threads = [started] + (watch.map { [$0] } ?? []) }
  }

  func stop() {
    driver.wake()
    let threads = state.withLock { $0.threads }
    guard !threads.contains(where: \.isCurrent) else { return }
    if state.wait(until: driver.now + HangWatch.patience, { $0.isOver ? true : nil }) == nil { leave() }
    for thread in threads.dropFirst(state.withLock { $0.isLeft } ? 1 : 0) { thread.join() }
  }

  /// On the thread: until the order to stop, or an error.
  private func run(_ reader: SoundReader) {
    var (reader, failure) = (reader, CaptureError?.none)
    do throws(CaptureError) { try reader.run() } catch { failure = error }
    state.update { $0.failure = failure }
    // Closed before anybody hears of the end, so that the microphone can be opened again at once.
    driver.close()
    state.update { $0.isOver = true }
    if let failure { sink.end(failure) }
  }

  /// On the other thread.
  private func watch() {
    var watch = HangWatch(since: driver.now)
    while state.wait(until: watch.next, { $0.isOver ? true : nil }) == nil {
      guard let duration = watch.look(at: driver.now, driver.calls.began) else { continue }
      leave()?.end(state.withLock { $0.failure } ?? microphone.place.name.hangs(forSeconds: duration))
      return
    }
  }

  /// Leaves the thread alone; gives who is to hear of it.
  @discardableResult private func leave() -> (any CaptureDeviceSink)? {
    defer { state.update { ($0.isOver, $0.isLeft) = (true, true) } }
    return sink.leave()
  }
}
