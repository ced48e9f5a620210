import OpenCaptureSystem
import OpenCaptureSession
import OpenCaptureMediaSamples
import OpenCaptureProcessing

/// The frames of a ``CaptureFileInput`` on their way, read by a thread of its own.
final class FileStream: CaptureStream {
  let configuration: CaptureStreamConfiguration
  private let next: @Sendable () throws(CaptureError) -> SampleBuffer?
  private let sink: any CaptureStreamSink
  private let isPaced: Bool
  private let isStopped = Monitor(false)
  private let counts = Locked(CaptureStreamStatistics())
  private let thread = Locked<NamedThread?>(nil)

  init(
    _ configuration: CaptureStreamConfiguration,
    _ next: @escaping @Sendable () throws(CaptureError) -> SampleBuffer?, isPaced: Bool,
    to sink: any CaptureStreamSink
  ) {
    (self.configuration, self.next, self.isPaced, self.sink) = (configuration, next, isPaced, sink)
  }

  func start(name: String) throws(CaptureError) {
    guard let started = NamedThread(name: "file", { self.run() }) else {
      throw CaptureError(.outOfMemory, subject: name, reason: "the system gives no thread")
    }
    thread.withLock { $0 = started }
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func stop() {
    isStopped.update { $0 = true }
    thread.withLock { $0 }?.join()
  }

  /// On the thread: until the end of the file, an error, or the order to stop.
  private func run() {
    var pace = isPaced ? FilePace(start: MonotonicClock.now()) : nil
    do throws(CaptureError) {
      while !isStopped.withLock({ $0 }), let sample = try next() {
        if let due = pace?.due(sample.presentationTimeStamp) { wait(until: due) }
        if isStopped.withLock({ $0 }) { return }
        counts.withLock { $0.frameCount += 1 }
        sink.receive(sample)
      }
    } catch {
      return sink.end(error)
    }
    if !isStopped.withLock({ $0 }) { sink.finish() }
  }

  private func wait(until due: UInt64) { _ = isStopped.wait(until: due) { $0 ? true : nil } }
}

/// When frames are due that come at their own times: a value without a clock.
struct FilePace: Sendable {
  /// When the first one is, in nanoseconds.
  let start: UInt64
  private var first = MediaTime.invalid

  init(start: UInt64) { self.start = start }

  /// When the frame of this time is due, in nanoseconds; at once where it has none.
  mutating func due(_ time: MediaTime) -> UInt64 {
    if !first.isNumeric { first = time }
    let place = (time - first).convertScale(1_000_000_000)
    return place.isNumeric ? start &+ UInt64(max(0, place.value)) : start
  }
}
