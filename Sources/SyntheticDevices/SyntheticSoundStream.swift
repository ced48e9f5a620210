import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// The sound of a ``SyntheticMicrophone``, made on a thread of its own or by whoever steps it.
final class SyntheticSoundStream: CaptureStream {
  private struct State: Lockable, Sendable {
    var buffer: UInt64 = 0
    /// How many of the buffers that are yet to come are lost.
    var lostCount = 0
    var injected: SyntheticSoundFault?
    /// Nil while sound comes.
    var stall: StallWatch?
    var timeline: SyntheticTimeline
  }

  let configuration: CaptureStreamConfiguration
  private let microphone: SyntheticMicrophone
  private let sink: any CaptureDeviceSink
  private let format: AudioFormat
  private let pool: AudioBufferPool
  private let framesPerBuffer: Int
  private let state: Locked<State>
  private let counts = Locked(CaptureStreamStatistics())
  private let thread = SourceThread()

  init(
    _ microphone: SyntheticMicrophone, _ format: AudioFormat, _ sink: any CaptureDeviceSink
  ) throws(CaptureError) {
    (self.microphone, self.format, self.sink) = (microphone, format, sink)
    configuration = CaptureStreamConfiguration(formatDescription: FormatDescription(audioFormat: format))
    let count = (microphone.options.bufferDuration * format.sampleRate).convertScale(1)
    framesPerBuffer = count.isNumeric ? min(max(1, Int(count.value)), format.sampleRate) : 1
    do throws(MediaError) {
      pool = try AudioBufferPool(
        format: format, frameCapacity: framesPerBuffer, maximumBufferCount: 64, whenExhausted: .allocates)
    } catch {
      throw CaptureError(.unsupportedFormat, subject: microphone.identity.localizedName, error)
    }
    let isVirtual = microphone.options.pacing != .realTime
    state = Locked(
      State(
        timeline: SyntheticTimeline(
          format, drift: microphone.options.faults.drift, start: isVirtual ? 0 : MonotonicClock.now())))
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func start() throws(CaptureError) {
    guard microphone.options.pacing != .stepped else { return }
    do throws(CaptureError) {
      try thread.start("synthetic sound", of: microphone.identity.localizedName) { self.run() }
    } catch {
      microphone.streamEnded(self)
      throw error
    }
  }

  func stop() {
    microphone.streamEnded(self)
    thread.stop()
  }

  func inject(_ fault: SyntheticSoundFault) { state.withLock { $0.injected = fault } }

  func recover() { state.withLock { $0.stall = nil } }

  func step() { if !thread.isStopped { makeBuffer() } }

  /// Makes the next buffer where it begins before a time; whether it did.
  func step(before time: MediaTime) -> Bool {
    guard microphone.options.pacing == .stepped, !thread.isStopped, time.isNumeric else { return false }
    guard self.time(of: state.withLock { $0.buffer }) < time else { return false }
    makeBuffer()
    return true
  }

  private func run() {
    while !thread.isStopped {
      if microphone.options.pacing == .realTime {
        // Sound comes when its last frame was heard.
        let (number, timeline) = state.withLock { ($0.buffer, $0.timeline) }
        let end = timeline.nanoseconds(ofFrame: (number + 1) * UInt64(framesPerBuffer))
        guard thread.wait(until: end &+ microphone.options.faults.delay(of: number)) else { return }
      }
      makeBuffer()
    }
  }

  /// Makes the next buffer, or lets it go wrong.
  private func makeBuffer() {
    let (number, injected) = state.withLock { state in
      defer { state.buffer += 1 }
      return (state.buffer, state.injected.take())
    }
    if microphone.presence.isGone { return end(microphone.goneError) }
    switch injected ?? microphone.options.faults.scheduled[number] {
    case .gap(let count): state.withLock { $0.lostCount = max($0.lostCount, count) }
    case .stall: state.withLock { $0.stall = $0.stall ?? StallWatch(patience, since: nanoseconds(number)) }
    case .vanish:
      microphone.vanish()
      return end(microphone.goneError)
    case nil: break
    }
    guard !isStalled(at: number), !isLost() else { return }
    deliver(number)
  }

  private func isLost() -> Bool {
    state.withLock { state in
      defer { state.lostCount = max(0, state.lostCount - 1) }
      return state.lostCount > 0
    }
  }

  /// Whether nothing comes now; tells where that lasts, and ends the stream where it lasts too long.
  private func isStalled(at number: UInt64) -> Bool {
    guard let verdict = state.withLock({ $0.stall?.look(at: nanoseconds(number)) }) else { return false }
    switch verdict {
    case .wait: break
    case .tell(let silence): sink.receive(CaptureStall(silence: silence, now: time(of: number)))
    case .giveUp(let silence):
      end(.stalled(microphone.identity.localizedName, silence: silence, of: "sound", remedy: "begin again"))
    }
    return true
  }

  private var patience: StallPatience {
    StallPatience(notice: microphone.options.stallNotice, limit: microphone.options.stallTimeout)
  }

  /// When a buffer is due, from the first one on.
  private func nanoseconds(_ number: UInt64) -> UInt64 {
    number &* UInt64(framesPerBuffer) &* 1_000_000_000 / UInt64(format.sampleRate)
  }

  private func time(of number: UInt64) -> MediaTime {
    state.withLock { $0.timeline }.time(ofFrame: number * UInt64(framesPerBuffer))
  }

  private func deliver(_ number: UInt64) {
    guard let buffer = try? makeSound(number) else {
      let timing = SampleTiming(
        presentationTimeStamp: time(of: number), duration: format.duration(ofFrames: framesPerBuffer))
      return sink.receive(
        DroppedFrame(
          .outOfBuffers, timing: timing, sequenceNumber: number,
          formatDescription: configuration.formatDescription))
    }
    counts.withLock { $0.frameCount += 1 }
    sink.receive(SampleBuffer(audioBuffer: buffer, presentationTimeStamp: time(of: number), sequenceNumber: number))
  }

  private func makeSound(_ number: UInt64) throws -> AudioBuffer {
    let (timeline, first) = (state.withLock { $0.timeline }, number * UInt64(framesPerBuffer))
    var buffer = try pool.makeBuffer()
    try buffer.setFrameCount(framesPerBuffer)
    let sound = microphone.sound
    try buffer.fill { sound.value(at: timeline.seconds(ofFrame: first + UInt64($0))) }
    return buffer
  }

  private func end(_ error: CaptureError) {
    microphone.streamEnded(self)
    thread.requestStop()
    sink.end(error)
  }
}

extension AudioBuffer {
  /// Writes the same value, from −1 to 1, to all channels of a frame.
  fileprivate mutating func fill(_ value: (Int) -> Double) throws {
    let (frames, planes) = (frameCount, format.planeCount)
    let perFrame = format.isInterleaved ? format.channelCount : 1
    for plane in 0..<planes {
      switch format.commonFormat {
      case .pcmFormatInt16:
        try fill(plane, frames, perFrame) { Int16((value($0) * 32_767).rounded()) }
      case .pcmFormatInt32:
        try fill(plane, frames, perFrame) { Int32((value($0) * 2_147_483_647).rounded()) }
      case .pcmFormatFloat32:
        try fill(plane, frames, perFrame) { Float(value($0)) }
      }
    }
  }

  private mutating func fill<Sample: AudioSample>(
    _ plane: Int, _ frames: Int, _ perFrame: Int, _ value: (Int) -> Sample
  ) throws {
    try withMutableSamples(Sample.self, plane: plane) { samples in
      for frame in 0..<frames {
        let sample = value(frame)
        for channel in 0..<perFrame { samples[frame * perFrame + channel] = sample }
      }
    }
  }
}
