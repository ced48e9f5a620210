import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// A stream of a microphone: one thread owns the device, and waits for sound and the order to stop; another looks whether it hangs.
///
/// In a library of a sound server that died it can: libpulse 16 waits for shared memory that nobody will give back. Such a
/// thread is left alone with the device, and nothing that it sends gets anywhere.
final class ALSAStream: CaptureStream {
  /// For how long a call into the library may last, in nanoseconds, and how often it is looked at meanwhile.
  private static let (patience, lookCount): (UInt64, UInt64) = (2_000_000_000, 4)

  private struct State: Lockable {
    var threads: [NamedThread] = []
    /// Whether no more comes, and whether that is because the first thread is left alone.
    var (isOver, isLeft) = (false, false)
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
    do throws(PCMFailure) { try driver.start() } catch { throw microphone.place.name.error(error) }
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
    if state.wait(until: driver.now + Self.patience, { $0.isOver ? true : nil }) == nil { leave() }
    for thread in threads.dropFirst(state.withLock { $0.isLeft } ? 1 : 0) { thread.join() }
  }

  /// On the thread: until the order to stop, or an error.
  private func run(_ reader: SoundReader) {
    var (reader, failure) = (reader, CaptureError?.none)
    do throws(CaptureError) { try reader.run() } catch { failure = error }
    // Closed before anybody hears of the end, so that the microphone can be opened again at once.
    driver.close()
    state.update { $0.isOver = true }
    if let failure { sink.end(failure) }
  }

  /// On the other thread.
  private func watch() {
    let pause = Self.patience / Self.lookCount
    var (last, call, seen) = (driver.now, UInt64(0), UInt64(0))
    while state.wait(until: last + pause, { $0.isOver ? true : nil }) == nil {
      let (began, now) = (driver.callBegan, driver.now)
      // Where this thread stood still, so did the other, and not for the library's sake.
      seen = began > 0 && began == call && now < last + 2 * pause ? seen + 1 : 0
      (last, call) = (now, began)
      guard seen >= Self.lookCount else { continue }
      let sink = sink.leave()
      state.update { ($0.isOver, $0.isLeft) = (true, true) }
      sink?.end(hangs(for: now - began))
      return
    }
  }

  private func hangs(for nanoseconds: UInt64) -> CaptureError {
    CaptureError(
      .stalled, subject: microphone.place.name.subject,
      reason: "ALSA's library hasn't answered for \((Double(nanoseconds) / 1e8).rounded() / 10) s",
      remedy: microphone.identity.path == nil
        ? "look whether the sound server runs, and begin again" : "unplug the microphone and plug it in again")
  }

  /// Leaves the thread alone.
  private func leave() {
    sink.leave()
    state.update { ($0.isOver, $0.isLeft) = (true, true) }
  }
}
