import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession

/// A reader of captured sound: the loop of a stream's thread, which timestamps the sound and recovers from failures.
struct SoundReader {
  /// An event for statistics.
  enum Event: Sendable, Hashable {
    case sampleBuffer
    /// Frames were lost.
    case gap
  }

  /// The maximum number of consecutive failures without a frame in between.
  static let maximumFailureCount = 50
  /// The pause before another attempt, in milliseconds.
  static let pause: Int32 = 10
  /// The pause when the device reports readiness but has no frames, in milliseconds, shorter than a period.
  ///
  /// PulseAudio's plug-in reports readiness continuously while it has too few frames.
  static let idle: Int32 = 5

  private let driver: any PCMDevice
  private let device: SoundDeviceName
  private let sink: any CaptureDeviceSink
  private let pool: AudioBufferPool
  private let count: @Sendable (Event) -> Void
  private(set) var timeline: CaptureTimeline
  private var watch: StallDetector
  private var breakCount = 0
  /// The buffers read before timestamps are known.
  private var waiting: [AudioBuffer] = []

  /// Creates a reader of a configured and started device.
  init(
    _ driver: any PCMDevice, of device: SoundDeviceName, to sink: any CaptureDeviceSink, timeouts: StallTimeouts,
    count: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(MediaError) {
    self.driver = driver
    self.device = device
    self.sink = sink
    self.count = count
    let setup = driver.setup
    pool = try AudioBufferPool(
      format: setup.format, frameCapacity: setup.period, maximumBufferCount: 64, whenExhausted: .allocates)
    timeline = CaptureTimeline(rate: setup.format.sampleRate, framesPerBuffer: setup.period)
    watch = StallDetector(timeouts, since: driver.now)
  }

  /// Reads until a wait is woken, or until the device cannot continue.
  mutating func run() throws(CaptureError) {
    defer { sendWaiting() }
    var failure: PCMError?
    while true {
      do throws(PCMError) {
        if let failure { throw failure }
        let end = try driver.wait(watch.timeout(at: driver.now))
        if end == .woken { return }
        if try readPeriods() { continue }
        if end == .ready, driver.pause(Self.idle) == .woken { return }
      } catch {
        failure = try recover(error)
        if driver.pause(0) == .woken { return }
      }
      try handle(watch.check(at: driver.now))
    }
  }

  /// Restarts the device, and returns the failure or nil.
  private func restart() -> PCMError? {
    do throws(PCMError) { try driver.start() } catch { return error }
    return nil
  }

  // MARK: Reading

  /// Reads all complete periods, and returns whether at least one was available.
  private mutating func readPeriods() throws(PCMError) -> Bool {
    let status = try driver.status()
    let period = driver.setup.period
    switch status.state {
    case .running: break
    case .overrun, .stopped: throw PCMError(what: "read", errno: EPIPE)
    case .suspended: throw PCMError(what: "read", errno: ESTRPIPE)
    case .gone: throw PCMError(what: "read", errno: ENODEV)
    }
    guard status.available >= period else { return false }
    timeline.observe(available: status.available, delay: status.delay, at: status.stamp)
    for _ in 0..<status.available / period where try !readBuffer(of: period) { return false }
    return true
  }

  /// Reads and sends a period, and returns whether frames were available.
  private mutating func readBuffer(of period: Int) throws(PCMError) -> Bool {
    guard var buffer = try? pool.makeBuffer(), (try? buffer.setFrameCount(period)) != nil else {
      throw PCMError(what: "read", errno: ENOMEM)
    }
    let frames = try read(period, into: &buffer)
    guard frames > 0, (try? buffer.setFrameCount(frames)) != nil else { return false }
    breakCount = 0
    watch.recordFrame(at: driver.now)
    timeline.read(frames)
    waiting.append(buffer)
    if timeline.isRunning { send() }
    return true
  }

  /// Sends the waiting buffers with their timestamps.
  private mutating func send() {
    while let buffer = waiting.first, let place = timeline.take(buffer.frameCount) {
      waiting.removeFirst()
      count(.sampleBuffer)
      sink.receive(
        SampleBuffer(audioBuffer: buffer, presentationTimeStamp: place.time, sequenceNumber: place.number))
    }
  }

  /// Sends the waiting buffers with the timestamps known so far.
  private mutating func sendWaiting() {
    guard !waiting.isEmpty else { return }
    timeline.settle()
    send()
  }

  private func read(_ frames: Int, into buffer: inout AudioBuffer) throws(PCMError) -> Int {
    let result = try? buffer.withUnsafeMutablePlane(0) { bytes in
      Result { () throws(PCMError) in
        guard let base = bytes.baseAddress else { throw PCMError(what: "read", errno: ENOMEM) }
        return try driver.read(frames, into: base)
      }
    }
    guard let result else { throw PCMError(what: "read", errno: ENOMEM) }
    return try result.get()
  }

  // MARK: Failures

  /// Restarts or resumes the device after a failure, and returns the next failure or nil.
  private mutating func recover(_ failure: PCMError) throws(CaptureError) -> PCMError? {
    breakCount += 1
    guard failure.isRecoverable, breakCount <= Self.maximumFailureCount else { throw device.error(failure) }
    if breakCount == 1 { count(.gap) }
    sendWaiting()
    // Pause before another attempt if the first one did not help.
    if breakCount > 1, driver.pause(Self.pause) == .woken { return nil }
    timeline.recordGap()
    do throws(PCMError) {
      if failure.meaning == .suspended, try !driver.resume() { return failure }
      if failure.meaning == .broken { try driver.start() }
    } catch {
      // Not all devices support resuming.
      return failure.meaning == .suspended && error.meaning == .fatal ? restart() : error
    }
    return nil
  }

  /// Reports a stall, or fails after the timeout.
  private func handle(_ verdict: StallDetector.Verdict) throws(CaptureError) {
    switch verdict {
    case .wait: break
    case .report(let silence):
      let now = MediaTime(value: Int64(clamping: driver.now), timescale: 1_000_000_000)
      sink.receive(CaptureStall(silence: silence, now: now))
    case .giveUp(let silence): throw .stalled(device.subject, silence: silence, of: "sound", hint: device.stallHint)
    }
  }
}
