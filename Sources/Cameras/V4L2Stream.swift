import OpenCaptureFlow
import OpenCaptureSystem
import COpenCaptureSystem
import COpenCaptureV4L2
import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples

/// A stream of a V4L2 camera, whose thread waits for frames, control changes and the request to stop.
final class V4L2Stream: CaptureStream {
  private let camera: V4L2Camera
  private let sink: any CaptureDeviceSink
  private let wake: Int32
  /// The buffers, until the stream's thread owns them.
  private let idleQueue: Locked<V4L2BufferQueue?>
  private let counts = Locked(CaptureStreamStatistics())
  private let thread = Locked<NamedThread?>(nil)

  /// The actual configuration.
  let configuration: CaptureStreamConfiguration

  /// Opens and configures the camera; ``start()`` starts the frames.
  init(
    _ camera: V4L2Camera, _ requested: CaptureStreamConfiguration, _ sink: any CaptureDeviceSink
  ) throws(CaptureError) {
    self.camera = camera
    self.sink = sink
    let queue = try V4L2BufferQueue(camera, requested)
    configuration = queue.setup.actualConfiguration
    wake = csystem_make_event()
    idleQueue = Locked(queue)
    guard wake >= 0 else { throw camera.error(wake, "create an event descriptor") }
  }

  deinit { if wake >= 0 { close(wake) } }

  func start() throws(CaptureError) {
    guard let queue = idleQueue.withLock({ $0.take() }) else { return }
    try queue.streamOn()
    guard let started = NamedThread(name: "v4l2", { self.run(queue) }) else {
      throw CaptureError(.outOfMemory, subject: camera.name, reason: "cannot create a thread")
    }
    thread.withLock { $0 = started }
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func stop() {
    csystem_signal_event(wake)
    thread.withLock { $0 }?.join()
  }

  /// Runs on the stream's thread until a request to stop or an error.
  private func run(_ queue: V4L2BufferQueue) {
    var failure: CaptureError?
    do throws(CaptureError) { try receiveFrames(queue) } catch { failure = error }
    // The camera is closed before the sink is notified, so that the camera can be opened again immediately.
    queue.close()
    if let failure { sink.end(failure) }
  }

  private func receiveFrames(_ queue: V4L2BufferQueue) throws(CaptureError) {
    var controls = V4L2ControlObserver(queue.descriptor)
    let timeouts = StallTimeouts(
      reportDelay: camera.options.stallNotice, limit: camera.options.stallTimeout,
      frameDuration: configuration.frameDuration)
    var watch = StallDetector(timeouts, since: MonotonicClock.now())
    var descriptors = [
      pollfd(fd: queue.descriptor, events: Int16(POLLIN | POLLPRI), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      try queue.requeueReleasedBuffers()
      let ready = poll(&descriptors, 2, watch.timeout(at: MonotonicClock.now()))
      if ready < 0, errno != EINTR { throw camera.error(-errno, "wait for frames") }
      if ready > 0, descriptors[1].revents != 0 { return }
      if ready > 0, descriptors[0].revents & Int16(POLLPRI) != 0 {
        while let change = controls.next() { sink.receive(change) }
      }
      if ready > 0, try deliverFrame(queue) {
        watch.recordFrame(at: MonotonicClock.now())
      } else {
        try handle(watch.check(at: MonotonicClock.now()))
      }
    }
  }

  /// Reports a stall, or fails after the timeout.
  private func handle(_ verdict: StallDetector.Verdict) throws(CaptureError) {
    switch verdict {
    case .wait: break
    case .report(let silence): sink.receive(CaptureStall(silence: silence, now: .hostTime))
    case .giveUp(let silence): throw .stalled("\(camera.name) (\(camera.path))", silence: silence)
    }
  }

  /// Delivers one frame from the driver and returns whether one was ready.
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
}
