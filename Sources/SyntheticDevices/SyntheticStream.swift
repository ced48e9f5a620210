import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
import OpenCaptureMediaSamples

/// The frames of a ``SyntheticCamera``, made on a thread of its own or by whoever steps it.
final class SyntheticStream: CaptureStream {
  private struct State: Lockable, Sendable {
    var frame: UInt64 = 0
    var injected: SyntheticFault?
    /// Nil while frames come.
    var stall: StallWatch?
    /// When streaming began, in nanoseconds.
    var start: UInt64 = 0
    /// How bright the frames are that are still to come, the next one first.
    private var light: [Double] = []

    /// How bright the next frame is, where the one after so many more is so bright.
    mutating func nextLight(after delay: Int, _ newest: Double) -> Double {
      // Most cameras don't lag, and nothing is to be kept for each of their frames.
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
  private let backlog: SyntheticBacklog

  init(
    _ camera: SyntheticCamera, _ configuration: CaptureStreamConfiguration, _ sink: any CaptureDeviceSink
  ) throws(CaptureError) {
    (self.camera, self.configuration, self.sink) = (camera, configuration, sink)
    frameNanoseconds = UInt64(max(1, configuration.frameDuration.convertScale(1_000_000_000).value))
    backlog = SyntheticBacklog(
      frameNanoseconds: frameNanoseconds, capacity: UInt64(max(1, camera.options.bufferCount)),
      faults: camera.options.faults)
    let description = configuration.formatDescription
    let (format, size) = (description.pixelFormat ?? .yuyv, description.dimensions)
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
    do throws(CaptureError) {
      try thread.start("synthetic", of: camera.identity.localizedName) { self.run() }
    } catch {
      camera.streamEnded(self)
      throw error
    }
  }

  func stop() {
    camera.streamEnded(self)
    thread.stop()
  }

  func inject(_ fault: SyntheticFault) {
    state.withLock { $0.injected = fault }
  }

  /// Tells of a control that was changed, at the time of the next frame.
  func tell(_ control: CaptureControl) {
    guard !thread.isStopped else { return }
    sink.receive(CaptureControlChange(control, time: time(of: state.withLock { $0.frame })))
  }

  func recover() { state.withLock { $0.stall = nil } }

  func step() {
    if !thread.isStopped { makeFrame() }
  }

  private func run() {
    // A frame comes when it has been exposed.
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

  /// Makes the next frame, or lets it go wrong.
  private func makeFrame() {
    let (number, injected) = state.withLock { state in
      defer { state.frame += 1 }
      return (state.frame, state.injected.take())
    }
    var lens = camera.lens
    lens.light = state.withLock { $0.nextLight(after: camera.controlDelay, lens.light) }
    if camera.presence.isGone { return end(camera.goneError) }
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
    deliver(number, through: lens, isDamaged: isDamaged)
  }

  private func delay(by count: Int) {
    guard camera.options.pacing == .realTime else { return }
    let until = MonotonicClock.now() &+ UInt64(max(0, count)) &* frameNanoseconds
    _ = thread.wait(until: until)
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

  private func deliver(_ number: UInt64, through lens: SyntheticLens, isDamaged: Bool) {
    let timing = SampleTiming(presentationTimeStamp: time(of: number), duration: configuration.frameDuration)
    guard let picture = picture(number, through: lens) else { return }
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
  private func picture(_ number: UInt64, through lens: SyntheticLens) -> PixelBuffer? {
    let moment = SceneMoment(frame: number, time: offset(number), presentationTime: time(of: number))
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
    } catch let error as MediaError where error.code == .libraryMissing {
      // There will never be a picture.
      end(CaptureError(.mediaFailed, subject: camera.identity.localizedName, error))
      return nil
    } catch {
      return nil
    }
  }

  /// The time from the first frame to this one.
  private func offset(_ number: UInt64) -> MediaTime { configuration.frameDuration * Int(number) }

  private func end(_ error: CaptureError) {
    camera.streamEnded(self)
    thread.requestStop()
    sink.end(error)
  }
}
