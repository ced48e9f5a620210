import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
import OpenCaptureMediaSamples

/// A stream of a ``SyntheticCamera``, driven by its own thread or by steps.
final class SyntheticStream: CaptureStream {
  private struct State: Lockable, Sendable {
    var frame: UInt64 = 0
    var injected: SyntheticFault?
    /// The watch of a stall, or nil while frames are delivered.
    var stall: StallDetector?
    /// The start of the stream, in nanoseconds.
    var start: UInt64 = 0
    /// The exposures of the frames still to be made, the next one first.
    private var light: [Double] = []

    /// Returns the exposure of the next frame, and appends the newest, which takes effect after `delay` frames.
    mutating func nextLight(after delay: Int, _ newest: Double) -> Double {
      // Without a delay, no list is needed.
      guard delay > 0 else { return newest }
      if light.isEmpty { light = Array(repeating: newest, count: delay) }
      light.append(newest)
      return light.removeFirst()
    }
  }

  let configuration: CaptureStreamConfiguration
  private let camera: SyntheticCamera
  private let sink: any CaptureDeviceSink
  private let pool: PixelBufferPool
  private let lensPool: PixelBufferPool
  private let state = Locked(State())
  private let thread = SourceThread()
  private let frameNanoseconds: UInt64
  private let backlog: FrameLossModel

  init(
    _ camera: SyntheticCamera, _ configuration: CaptureStreamConfiguration, _ sink: any CaptureDeviceSink
  ) throws(CaptureError) {
    self.camera = camera
    self.configuration = configuration
    self.sink = sink
    frameNanoseconds = UInt64(max(1, configuration.frameDuration.convertScale(1_000_000_000).value))
    backlog = FrameLossModel(
      frameNanoseconds: frameNanoseconds, capacity: UInt64(max(1, camera.options.bufferCount)),
      faults: camera.options.faults)
    let description = configuration.formatDescription
    let format = description.pixelFormat ?? .yuyv
    let size = description.videoDimensions
    do throws(MediaError) {
      pool = try PixelBufferPool(
        format: format, width: size.width, height: size.height, maximumBufferCount: camera.options.bufferCount)
      lensPool = try PixelBufferPool(format: .nv12, width: size.width, height: size.height, maximumBufferCount: 1)
    } catch {
      throw CaptureError(.unsupportedFormat, subject: camera.identity.localizedName, error)
    }
  }

  func start() throws(CaptureError) {
    let isVirtual = camera.options.pacing != .realTime
    state.withLock { $0.start = isVirtual ? 0 : MonotonicClock.now() }
    guard camera.options.pacing != .stepped else { return }
    // On a busy machine, a picture can take long. Whoever stops the camera does not wait for it.
    let limit = WorkLimit(cpuTime: nil) { [thread] in thread.isStopped }
    try thread.start("synthetic", of: camera.identity.localizedName) { limit.run { self.run() } }
  }

  func stop() {
    camera.presence.end(self)
    thread.stop()
  }

  func inject(_ fault: SyntheticFault) { state.withLock { $0.injected = fault } }

  /// Reports a changed control, with the timestamp of the next frame.
  func reportChange(_ control: CaptureControl) {
    guard !thread.isStopped else { return }
    sink.receive(CaptureControlChange(control, time: time(of: state.withLock { $0.frame })))
  }

  func recover() { state.withLock { $0.stall = nil } }

  func step() { if !thread.isStopped { makeFrame() } }

  private func run() {
    // A frame is delivered at the end of its exposure.
    var pace = Pace(start: state.withLock { $0.start }, origin: .zero)
    while !thread.isStopped {
      if camera.options.pacing == .realTime {
        let frame = state.withLock { state in
          state.frame = backlog.next(state.frame, after: MonotonicClock.now() &- state.start)
          return state.frame
        }
        guard thread.wait(until: pace.due(offset(frame + 1))) else { return }
      }
      makeFrame()
    }
  }

  /// Makes the next frame, or applies its fault.
  private func makeFrame() {
    let (number, injected) = state.withLock { state in
      defer { state.frame += 1 }
      return (state.frame, state.injected.take())
    }
    var lens = camera.lens
    lens.light = state.withLock { $0.nextLight(after: camera.controlDelay, lens.light) }
    if camera.presence.isGone { return end(camera.disconnectionError) }
    var isDamaged = false
    switch injected ?? camera.options.faults.fault(at: number) {
    case .drop: return
    case .late(let count): delay(by: count)
    case .damage: isDamaged = true
    case .stall: state.withLock { $0.stall = $0.stall ?? StallDetector(stallTimeouts, since: nanoseconds(number)) }
    case .vanish:
      camera.presence.vanish()
      return end(camera.disconnectionError)
    case nil: break
    }
    guard !isStalled(at: number) else { return }
    deliver(number, through: lens, isDamaged: isDamaged)
  }

  private func delay(by count: Int) {
    guard camera.options.pacing == .realTime else { return }
    _ = thread.wait(until: MonotonicClock.now() &+ UInt64(max(0, count)) &* frameNanoseconds)
  }

  /// Returns whether the stream is stalled, reports a long stall, and ends the stream after the timeout.
  private func isStalled(at number: UInt64) -> Bool {
    guard let verdict = state.withLock({ $0.stall?.check(at: nanoseconds(number)) }) else { return false }
    switch verdict {
    case .wait: break
    case .report(let silence): sink.receive(CaptureStall(silence: silence, now: time(of: number)))
    case .giveUp(let silence): end(.stalled(camera.identity.localizedName, silence: silence))
    }
    return true
  }

  private var stallTimeouts: StallTimeouts {
    StallTimeouts(
      reportDelay: camera.options.stallNotice, limit: camera.options.stallTimeout,
      frameDuration: configuration.frameDuration)
  }

  /// Returns the time of a frame since the first one, in nanoseconds, by which stalls are measured at any pacing.
  private func nanoseconds(_ number: UInt64) -> UInt64 { number &* frameNanoseconds }

  private func deliver(_ number: UInt64, through lens: SyntheticLens, isDamaged: Bool) {
    let timing = SampleTiming(presentationTimeStamp: time(of: number), duration: configuration.frameDuration)
    guard let picture = picture(number, through: lens) else { return }
    var sample = SampleBuffer(pixelBuffer: picture, timing: timing, sequenceNumber: number)
    if isDamaged { sample.bufferAttachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate) }
    sink.receive(sample)
  }

  private func time(of number: UInt64) -> MediaTime {
    guard camera.options.pacing == .realTime else { return offset(number) }
    let start = MediaTime(value: Int64(state.withLock { $0.start }), timescale: 1_000_000_000)
    return start + offset(number).convertScale(1_000_000_000)
  }

  /// Returns the image of a frame, or nil if consumers hold all buffers, which leaves a gap in the sequence numbers.
  private func picture(_ number: UInt64, through lens: SyntheticLens) -> PixelBuffer? {
    let moment = SceneMoment(frame: number, time: offset(number), presentationTime: time(of: number))
    do {
      var buffer = try pool.makeBuffer()
      guard !lens.isNeutral else {
        try camera.scene.render(moment, into: &buffer)
        return buffer
      }
      var projected = try lensPool.makeBuffer()
      try camera.scene.render(moment, into: &projected)
      try lens.look(at: projected).copyPixels(into: &buffer, x: 0, y: 0)
      return buffer
    } catch let error as MediaError where error.code == .libraryMissing {
      // Without the library, no image can ever be drawn.
      end(CaptureError(.mediaFailed, subject: camera.identity.localizedName, error))
      return nil
    } catch {
      return nil
    }
  }

  /// Returns the time since the first frame.
  private func offset(_ number: UInt64) -> MediaTime { configuration.frameDuration * Int(number) }

  private func end(_ error: CaptureError) {
    camera.presence.end(self)
    thread.requestStop()
    sink.end(error)
  }
}

/// The rule by which a delayed synthetic camera loses frames, for instance on a busy system.
///
/// The buffers of a real driver hold a few frames. After that, the camera loses frames instead of falling behind.
struct FrameLossModel: Sendable {
  /// The duration of a frame, in nanoseconds.
  let frameNanoseconds: UInt64
  /// The maximum number of frames that may wait.
  let capacity: UInt64
  /// The scheduled faults; a frame with a fault is never skipped.
  let faults: SyntheticFaults

  /// Returns the number of the next frame to make, instead of `frame`, at a time since the start in nanoseconds.
  func next(_ frame: UInt64, after elapsed: UInt64) -> UInt64 {
    // A frame is delivered at the end of its exposure.
    let whole = elapsed / max(1, frameNanoseconds)
    guard whole > frame + capacity else { return frame }
    return (frame..<whole - 1).first { faults.fault(at: $0) != nil } ?? whole - 1
  }
}
