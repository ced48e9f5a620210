import CV4L2
import Capture
import Glibc
import MediaSamples
import Processing

/// A stream of a kernel's camera: one thread owns the descriptor, and waits for frames, changes of
/// controls and the order to stop.
final class V4L2Stream: CaptureStream {
  private let camera: V4L2Camera
  private let sink: any CaptureStreamSink
  private let wake: Int32
  private let parts: Locked<Parts>
  private let counts = Locked(CaptureStreamStatistics())
  private let thread = Locked<CameraThread?>(nil)

  /// What was granted.
  let configuration: CaptureStreamConfiguration

  /// The buffers, until the thread takes them over.
  private struct Parts: Lockable, Sendable {
    var queue: V4L2BufferQueue?
  }

  /// Opens the camera and sets everything up; ``start()`` lets frames come.
  init(
    _ camera: V4L2Camera, _ wanted: CaptureStreamConfiguration, _ sink: any CaptureStreamSink
  ) throws(CaptureError) {
    (self.camera, self.sink) = (camera, sink)
    let queue = try V4L2BufferQueue(camera, wanted)
    configuration = queue.granted
    wake = cv4l2_make_event()
    parts = Locked(Parts(queue: queue))
    guard wake >= 0 else { throw camera.error(wake, "make an event descriptor") }
  }

  deinit { if wake >= 0 { close(wake) } }

  func start() throws(CaptureError) {
    guard let queue = parts.withLock({ $0.queue.take() }) else { return }
    try queue.streamOn()
    guard let started = CameraThread(name: "v4l2", { self.run(queue) }) else {
      throw CaptureError(.outOfMemory, subject: camera.identity.localizedName, reason: "the system gives no thread")
    }
    thread.withLock { $0 = started }
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func stop() {
    cv4l2_signal_event(wake)
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
    let patience = stallPatience
    var controls = V4L2ControlWatch(queue.descriptor)
    var lastFrame = ProcessingClock.monotonic.nanoseconds()
    var descriptors = [
      pollfd(fd: queue.descriptor, events: Int16(POLLIN | POLLPRI), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      try queue.takeBackBuffers()
      let silence = ProcessingClock.monotonic.nanoseconds() &- lastFrame
      guard let timeout = patience.timeout(after: silence) else { throw stalled(silence) }
      let ready = poll(&descriptors, 2, timeout)
      if ready < 0, errno != EINTR { throw camera.error(-errno, "wait for frames") }
      if descriptors[1].revents != 0 { return }
      guard ready > 0 else { continue }
      if descriptors[0].revents & Int16(POLLPRI) != 0 {
        while let change = controls.next() { sink.receive(change) }
      }
      if try deliverFrame(queue) { lastFrame = ProcessingClock.monotonic.nanoseconds() }
    }
  }

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

  private var stallPatience: StallPatience {
    let timeout = camera.options.stallTimeout
    let frames = configuration.frameDuration.isNumeric ? configuration.frameDuration * 10 : .zero
    return StallPatience(max(timeout, timeout.isNumeric ? frames : timeout))
  }

  private func stalled(_ silence: UInt64) -> CaptureError {
    CaptureError(
      .stalled, subject: "\(camera.identity.localizedName) (\(camera.path))",
      reason: "no frame came for \((Double(silence) / 1e8).rounded() / 10) s")
  }
}

/// How long to wait for a frame.
struct StallPatience: Sendable, Hashable {
  /// In nanoseconds; nil for ever.
  let limit: UInt64?

  init(_ timeout: MediaTime) {
    limit = timeout.isNumeric ? UInt64(max(0, timeout.convertScale(1_000_000_000).value)) : nil
  }

  /// How many milliseconds `poll` may wait; −1 for ever, nil where patience is at its end.
  func timeout(after silence: UInt64) -> Int32? {
    guard let limit else { return -1 }
    guard silence < limit else { return nil }
    return Int32(clamping: (limit - silence) / 1_000_000 + 1)
  }
}
