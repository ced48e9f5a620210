import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// A stream of a PipeWire camera, whose thread handles the events of its connection.
final class PipeWireStream: CaptureStream {
  private struct State: Lockable {
    /// The receiver, until the stream's thread owns it.
    var receiver: PipeWireReceiver?
    var thread: NamedThread?
    var isStopped = false
  }

  private let camera: PipeWireCamera
  private let sink: any CaptureDeviceSink
  private let connection: PipeWireConnection
  private let counts: Locked<CaptureStreamStatistics>
  private let state: Locked<State>

  /// The actual configuration.
  let configuration: CaptureStreamConfiguration

  /// Connects to the camera and agrees on a format; ``start()`` starts the frames.
  init(
    _ camera: PipeWireCamera, _ requested: CaptureStreamConfiguration, _ sink: any CaptureDeviceSink
  ) throws(CaptureError) {
    self.camera = camera
    self.sink = sink
    connection = try PipeWireConnection()
    counts = Locked(CaptureStreamStatistics())
    let receiver = try PipeWireReceiver(camera, requested, on: connection, to: sink, counts)
    configuration = try receiver.negotiate()
    state = Locked(State(receiver: receiver))
  }

  func start() throws(CaptureError) {
    guard let receiver = state.withLock({ $0.receiver.take() }) else { return }
    guard let thread = NamedThread(name: "pipewire", { self.run(receiver) }) else {
      throw CaptureError(.outOfMemory, subject: camera.subject, reason: "cannot create a thread")
    }
    state.withLock { $0.thread = thread }
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func stop() {
    state.withLock { $0.isStopped = true }
    connection.wake()
    state.withLock { $0.thread }?.join()
  }

  /// Runs on the stream's thread until a request to stop or an error.
  private func run(_ receiver: PipeWireReceiver) {
    var failure: CaptureError?
    do throws(CaptureError) { try receiveFrames(receiver) } catch { failure = error }
    // The camera is released before the sink is notified, so that the camera can be used again immediately.
    receiver.close()
    if let failure { sink.end(failure) }
  }

  private func receiveFrames(_ receiver: PipeWireReceiver) throws(CaptureError) {
    let timeouts = StallTimeouts(
      reportDelay: camera.options.stallNotice, limit: camera.options.stallTimeout,
      frameDuration: configuration.frameDuration)
    var watch = StallDetector(timeouts, since: MonotonicClock.now())
    receiver.isDelivering = true
    while !state.withLock({ $0.isStopped }) {
      receiver.returnReleasedBuffers()
      try connection.run(timeout: watch.timeout(at: MonotonicClock.now()))
      if let failure = receiver.failure { throw failure }
      if receiver.takeHasReceived() {
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
    case .giveUp(let silence):
      throw .stalled(camera.subject, silence: silence, hint: "check the program or device that provides the camera")
    }
  }
}
