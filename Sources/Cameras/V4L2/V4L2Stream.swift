import OpenCaptureFlow
import OpenCaptureSystem
import COpenCaptureSystem
import COpenCaptureV4L2
import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples

/// A stream of a kernel's camera: one thread owns the descriptor, and waits for frames, changes of
/// controls and the order to stop.
final class V4L2Stream: CaptureStream {
  private let camera: V4L2Camera
  private let sink: any CaptureDeviceSink
  private let wake: Int32
  private let parts: Locked<Parts>
  private let counts = Locked(CaptureStreamStatistics())
  private let thread = Locked<NamedThread?>(nil)

  /// What was granted.
  let configuration: CaptureStreamConfiguration

  /// The buffers, until the thread takes them over.
  private struct Parts: Lockable, Sendable {
    var queue: V4L2BufferQueue?
  }

  /// Opens the camera and sets everything up; ``start()`` lets frames come.
  init(
    _ camera: V4L2Camera, _ wanted: CaptureStreamConfiguration, _ sink: any CaptureDeviceSink
  ) throws(CaptureError) {
    (self.camera, self.sink) = (camera, sink)
    let queue = try V4L2BufferQueue(camera, wanted)
    configuration = queue.granted
    wake = csystem_make_event()
    parts = Locked(Parts(queue: queue))
    guard wake >= 0 else { throw camera.error(wake, "make an event descriptor") }
  }

  deinit { if wake >= 0 { close(wake) } }

  func start() throws(CaptureError) {
    guard let queue = parts.withLock({ $0.queue.take() }) else { return }
    try queue.streamOn()
    guard let started = NamedThread(name: "v4l2", { self.run(queue) }) else {
      throw CaptureError(.outOfMemory, subject: camera.identity.localizedName, reason: "the system gives no thread")
    }
    thread.withLock { $0 = started }
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func stop() {
    csystem_signal_event(wake)
    thread.withLock { $0 }?.join()
  }

  /// On the thread: until the order to stop, or an error.
  private func run(_ queue: V4L2BufferQueue) {
    var failure: CaptureError?
    do throws(CaptureError) { try receiveFrames(queue) } catch { failure = error }
    // Closed before anybody hears of the end, so that the camera can be opened again at once.
    queue.close()
    if let failure { sink.end(failure) }
  }

  private func receiveFrames(_ queue: V4L2BufferQueue) throws(CaptureError) {
    var controls = V4L2ControlWatch(queue.descriptor)
    var watch = StallWatch(patience, since: Self.now())
    var descriptors = [
      pollfd(fd: queue.descriptor, events: Int16(POLLIN | POLLPRI), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      try queue.takeBackBuffers()
      let ready = poll(&descriptors, 2, watch.timeout(at: Self.now()))
      if ready < 0, errno != EINTR { throw camera.error(-errno, "wait for frames") }
      if ready > 0, descriptors[1].revents != 0 { return }
      if ready > 0, descriptors[0].revents & Int16(POLLPRI) != 0 {
        while let change = controls.next() { sink.receive(change) }
      }
      if ready > 0, try deliverFrame(queue) {
        watch.frameCame(at: Self.now())
      } else {
        try act(on: watch.look(at: Self.now()))
      }
    }
  }

  /// Tells that no frames come, or gives up.
  private func act(on verdict: StallWatch.Verdict) throws(CaptureError) {
    switch verdict {
    case .wait: break
    case .tell(let silence):
      let now = MediaTime(value: Int64(clamping: Self.now()), timescale: 1_000_000_000)
      sink.receive(CaptureStall(silence: silence, now: now))
    case .giveUp(let silence):
      throw .stalled("\(camera.identity.localizedName) (\(camera.path))", silence: silence)
    }
  }

  /// In nanoseconds, on the clock of the drivers' timestamps.
  private static func now() -> UInt64 { MonotonicClock.now() }

  /// Takes one frame from the driver; false where there was none.
  private func deliverFrame(_ queue: V4L2BufferQueue) throws(CaptureError) -> Bool {
    guard let event = try queue.dequeue() else { return false }
    switch event {
    case .frame(let sample, let isCopy, let isDamaged):
      counts.withLock { counts in
        counts.frameCount += 1
        counts.copiedCount += isCopy ? 1 : 0
        counts.damagedCount += isDamaged ? 1 : 0
      }
      sink.receive(sample)
    case .dropped(let frame): sink.receive(frame)
    }
    return true
  }

  private var patience: StallPatience {
    StallPatience(
      notice: camera.options.stallNotice, limit: camera.options.stallTimeout,
      frameDuration: configuration.frameDuration)
  }
}
