import OpenCaptureSystem
import OpenCaptureSession
import OpenCaptureMediaSamples
import OpenCaptureProcessing

/// The frames of a ``SyntheticCamera``, made on a thread of its own or by whoever steps it.
final class SyntheticStream: CaptureStream {
  private struct State: Lockable, Sendable {
    var frame: UInt64 = 0
    var injected: SyntheticFault?
    var isStopped = false
    /// Nil while frames come.
    var stall: StallWatch?
    /// When streaming began, in nanoseconds.
    var start: UInt64 = 0
  }

  let configuration: CaptureStreamConfiguration
  private let camera: SyntheticCamera
  private let sink: any CaptureStreamSink
  private let pool: PixelBufferPool
  private let lensPool: PixelBufferPool
  private let state = Monitor(State())
  private let thread = Locked<NamedThread?>(nil)
  private let frameNanoseconds: UInt64

  init(
    _ camera: SyntheticCamera, _ configuration: CaptureStreamConfiguration, _ sink: any CaptureStreamSink
  ) throws(CaptureError) {
    (self.camera, self.configuration, self.sink) = (camera, configuration, sink)
    frameNanoseconds = UInt64(max(1, configuration.frameDuration.convertScale(1_000_000_000).value))
    let (format, size) = (
      configuration.format.formatDescription.pixelFormat ?? .yuyv, configuration.format.dimensions
    )
    do throws(MediaError) {
      pool = try PixelBufferPool(
        format: format, width: size.width, height: size.height, maximumBufferCount: camera.options.bufferCount)
      lensPool = try PixelBufferPool(format: .nv12, width: size.width, height: size.height, maximumBufferCount: 1)
    } catch {
      throw CaptureError(.unsupportedFormat, subject: camera.identity.localizedName, reason: error.description)
    }
  }

  func start() throws(CaptureError) {
    let isVirtual = camera.options.pacing != .realTime
    state.withLock { $0.start = isVirtual ? 0 : MonotonicClock.now() }
    guard camera.options.pacing != .stepped else { return }
    guard let started = NamedThread(name: "synthetic", { self.run() }) else {
      camera.streamEnded(self)
      throw CaptureError(.outOfMemory, subject: camera.identity.localizedName, reason: "the system gives no thread")
    }
    thread.withLock { $0 = started }
  }

  func stop() {
    camera.streamEnded(self)
    state.update { $0.isStopped = true }
    thread.withLock { $0 }?.join()
  }

  func inject(_ fault: SyntheticFault) {
    state.update { state in
      state.injected = fault
    }
  }

  /// Tells of a control that was changed, at the time of the next frame.
  func tell(_ control: CaptureControl) {
    let number = state.withLock { $0.isStopped ? nil : $0.frame }
    if let number { sink.receive(CaptureControlChange(control, time: time(of: number))) }
  }

  func recover() { state.update { $0.stall = nil } }

  func step() {
    guard !state.withLock({ $0.isStopped }) else { return }
    makeFrame()
  }

  private func run() {
    while !state.withLock({ $0.isStopped }) {
      if camera.options.pacing == .realTime { waitForDueTime() }
      if state.withLock({ $0.isStopped }) { return }
      makeFrame()
    }
  }

  private func waitForDueTime() {
    let due = state.withLock { $0.start &+ ($0.frame &+ 1) &* frameNanoseconds }
    _ = state.wait(until: due) { $0.isStopped ? true : nil }
  }

  /// Makes the next frame, or lets it go wrong.
  private func makeFrame() {
    let (number, injected) = state.withLock { state in
      defer { state.frame += 1 }
      return (state.frame, state.injected.take())
    }
    if camera.state.withLock({ $0.isGone }) { return end(camera.goneError) }
    var isDamaged = false
    switch injected ?? camera.options.faults.fault(at: number) {
    case .drop: return
    case .late(let count): delay(by: count)
    case .damage: isDamaged = true
    case .stall: state.withLock { $0.stall = $0.stall ?? StallWatch(patience, since: nanoseconds(number)) }
    case .vanish:
      camera.vanish()
      return end(camera.goneError)
    case nil: break
    }
    guard !isStalled(at: number) else { return }
    deliver(number, isDamaged: isDamaged)
  }

  private func delay(by count: Int) {
    guard camera.options.pacing == .realTime else { return }
    let until = MonotonicClock.now() &+ UInt64(max(0, count)) &* frameNanoseconds
    _ = state.wait(until: until) { $0.isStopped ? true : nil }
  }

  /// Whether no frame comes now; tells where that lasts, and ends the stream where it lasts too long.
  private func isStalled(at number: UInt64) -> Bool {
    guard let verdict = state.withLock({ $0.stall?.look(at: nanoseconds(number)) }) else { return false }
    switch verdict {
    case .wait: break
    case .tell(let silence): sink.receive(CaptureStall(silence: silence, now: time(of: number)))
    case .giveUp(let silence): end(.stalled(camera.identity.localizedName, silence: silence))
    }
    return true
  }

  private var patience: StallPatience {
    StallPatience(
      notice: camera.options.stallNotice, limit: camera.options.stallTimeout,
      frameDuration: configuration.frameDuration)
  }

  /// When a frame is due, from the first one on; stalls are measured in frames, so that they don't hang on the pacing.
  private func nanoseconds(_ number: UInt64) -> UInt64 { number &* frameNanoseconds }

  private func deliver(_ number: UInt64, isDamaged: Bool) {
    let timing = SampleTiming(presentationTimeStamp: time(of: number), duration: configuration.frameDuration)
    guard let picture = picture(number) else { return }
    var sample = SampleBuffer(imageBuffer: picture, timing: timing, sequenceNumber: number)
    if isDamaged { sample.attachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate) }
    sink.receive(sample)
  }

  private func time(of number: UInt64) -> MediaTime {
    guard camera.options.pacing == .realTime else { return offset(number) }
    let start = MediaTime(value: Int64(state.withLock { $0.start }), timescale: 1_000_000_000)
    return start + offset(number).convertScale(1_000_000_000)
  }

  /// The picture of a frame; nil where consumers hold all buffers, which shows as a gap in the count.
  private func picture(_ number: UInt64) -> PixelBuffer? {
    let moment = SceneMoment(frame: number, time: offset(number))
    let lens = camera.lens
    do {
      var buffer = try pool.makeBuffer()
      guard !lens.isNeutral else {
        try camera.scene.render(moment, into: &buffer)
        return buffer
      }
      var seen = try lensPool.makeBuffer()
      try camera.scene.render(moment, into: &seen)
      try lens.look(at: seen).blit(into: &buffer, x: 0, y: 0)
      return buffer
    } catch {
      return nil
    }
  }

  /// The time from the first frame to this one.
  private func offset(_ number: UInt64) -> MediaTime { configuration.frameDuration * Int(number) }

  private func end(_ error: CaptureError) {
    camera.streamEnded(self)
    state.update { $0.isStopped = true }
    sink.end(error)
  }
}
