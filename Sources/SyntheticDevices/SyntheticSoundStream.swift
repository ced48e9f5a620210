import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// A stream of a ``SyntheticMicrophone``, driven by its own thread or by steps.
final class SyntheticSoundStream: CaptureStream {
  private struct State: Lockable, Sendable {
    var buffer: UInt64 = 0
    /// The number of future buffers that are still to be lost.
    var lostCount = 0
    var injected: SyntheticSoundFault?
    /// The watch of a stall, or nil while sound is delivered.
    var stall: StallDetector?
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
    self.microphone = microphone
    self.format = format
    self.sink = sink
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
    try thread.start("synthetic sound", of: microphone.identity.localizedName) { self.run() }
  }

  func stop() {
    microphone.presence.end(self)
    thread.stop()
  }

  func inject(_ fault: SyntheticSoundFault) { state.withLock { $0.injected = fault } }

  func recover() { state.withLock { $0.stall = nil } }

  func step() { if !thread.isStopped { makeBuffer() } }

  /// Makes the next buffer if it begins before a time, and returns whether it did.
  func step(before time: MediaTime) -> Bool {
    guard microphone.options.pacing == .stepped, !thread.isStopped, time.isNumeric else { return false }
    guard self.time(of: state.withLock { $0.buffer }) < time else { return false }
    makeBuffer()
    return true
  }

  private func run() {
    while !thread.isStopped {
      if microphone.options.pacing == .realTime {
        // A buffer is delivered after its last frame.
        let (number, timeline) = state.withLock { ($0.buffer, $0.timeline) }
        let end = timeline.nanoseconds(ofFrame: (number + 1) * UInt64(framesPerBuffer))
        guard thread.wait(until: end &+ microphone.options.faults.delay(of: number)) else { return }
      }
      makeBuffer()
    }
  }

  /// Makes the next buffer, or applies its fault.
  private func makeBuffer() {
    let (number, injected) = state.withLock { state in
      defer { state.buffer += 1 }
      return (state.buffer, state.injected.take())
    }
    if microphone.presence.isGone { return end(microphone.disconnectionError) }
    switch injected ?? microphone.options.faults.scheduled[number] {
    case .gap(let count): state.withLock { $0.lostCount = max($0.lostCount, count) }
    case .stall: state.withLock { $0.stall = $0.stall ?? StallDetector(stallTimeouts, since: nanoseconds(number)) }
    case .vanish:
      microphone.presence.vanish()
      return end(microphone.disconnectionError)
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

  /// Returns whether the stream is stalled, reports a long stall, and ends the stream after the timeout.
  private func isStalled(at number: UInt64) -> Bool {
    guard let verdict = state.withLock({ $0.stall?.check(at: nanoseconds(number)) }) else { return false }
    switch verdict {
    case .wait: break
    case .report(let silence): sink.receive(CaptureStall(silence: silence, now: time(of: number)))
    case .giveUp(let silence):
      end(.stalled(microphone.identity.localizedName, silence: silence, of: "sound", hint: "start again"))
    }
    return true
  }

  private var stallTimeouts: StallTimeouts {
    StallTimeouts(reportDelay: microphone.options.stallNotice, limit: microphone.options.stallTimeout)
  }

  /// Returns the time of a buffer since the first one, in nanoseconds.
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
    let timeline = state.withLock { $0.timeline }
    let first = number * UInt64(framesPerBuffer)
    var buffer = try pool.makeBuffer()
    try buffer.setFrameCount(framesPerBuffer)
    let sound = microphone.sound
    try buffer.fill { sound.value(at: timeline.seconds(ofFrame: first + UInt64($0))) }
    return buffer
  }

  private func end(_ error: CaptureError) {
    microphone.presence.end(self)
    thread.requestStop()
    sink.end(error)
  }
}

extension AudioBuffer {
  /// Writes the same value, from −1 to 1, to all channels of each frame.
  fileprivate mutating func fill(_ value: (Int) -> Double) throws {
    for plane in 0..<format.planeCount {
      switch format.commonFormat {
      case .pcmFormatInt16: try fill(plane) { Int16((value($0) * 32_767).rounded()) }
      case .pcmFormatInt32: try fill(plane) { Int32((value($0) * 2_147_483_647).rounded()) }
      case .pcmFormatFloat32: try fill(plane) { Float(value($0)) }
      }
    }
  }

  private mutating func fill<Sample: AudioSample>(_ plane: Int, _ value: (Int) -> Sample) throws {
    let frames = frameCount
    let perFrame = format.isInterleaved ? format.channelCount : 1
    try withMutableSamples(Sample.self, plane: plane) { samples in
      for frame in 0..<frames {
        let sample = value(frame)
        for channel in 0..<perFrame { samples[frame * perFrame + channel] = sample }
      }
    }
  }
}

/// The timeline of a synthetic microphone's sample frames, by a clock with an error.
struct SyntheticTimeline: Sendable {
  private let format: AudioFormat
  /// The duration of a sample frame, in nanoseconds of the system's clock.
  private let nanosecondsPerFrame: Double
  private let drift: Double
  private let start: UInt64

  /// Creates a timeline that starts at a time in nanoseconds.
  ///
  /// - Parameter drift: The clock error in parts per million; positive if the clock is fast.
  init(_ format: AudioFormat, drift: Double, start: UInt64) {
    self.format = format
    self.start = start
    self.drift = drift.isFinite ? min(max(drift, -10_000), 10_000) : 0
    nanosecondsPerFrame = 1e9 / (Double(format.sampleRate) * (1 + self.drift / 1e6))
  }

  /// Returns the time of a frame, exact without drift and start time, otherwise to a nanosecond.
  func time(ofFrame index: UInt64) -> MediaTime {
    if drift == 0, start == 0 { return format.duration(ofFrames: Int(index)) }
    return MediaTime(value: Int64(clamping: nanoseconds(ofFrame: index)), timescale: 1_000_000_000)
  }

  /// Returns the time of a frame in seconds.
  func seconds(ofFrame index: UInt64) -> Double {
    // The whole seconds are separate, so that late frames are as precise as early ones.
    let offset = Double(index) * nanosecondsPerFrame / 1e9
    return Double(start / 1_000_000_000) + (Double(start % 1_000_000_000) / 1e9 + offset)
  }

  /// Returns the time of a frame in nanoseconds.
  func nanoseconds(ofFrame index: UInt64) -> UInt64 {
    start &+ UInt64((Double(index) * nanosecondsPerFrame).rounded())
  }
}
