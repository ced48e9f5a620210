import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession

/// Reads what a device hears, and sends it with its times: the loop of a stream's thread, which mends what can be mended.
struct SoundReader {
  /// What is counted.
  enum Event: Sendable, Hashable {
    case sampleBuffer
    /// Frames were lost.
    case gap
  }

  /// How often in a row the device may break off without a frame between.
  static let patience = 50
  /// How long is waited before it is tried again, in milliseconds.
  static let pause: Int32 = 10
  /// How long is waited where it is ready for nothing, in milliseconds, less than a period: PulseAudio's says that it is ready again
  /// and again, as long as it has too little.
  static let idle: Int32 = 5

  private let driver: any PCMDriver
  private let device: SoundDeviceName
  private let sink: any CaptureDeviceSink
  private let pool: AudioBufferPool
  private let count: @Sendable (Event) -> Void
  private(set) var timeline: SoundTimeline
  private var watch: StallWatch
  private var breakCount = 0
  /// What was read before times are known.
  private var waiting: [AudioBuffer] = []

  /// Makes a reader of a device that is set up and started.
  ///
  /// - Throws: `MediaError` where there is no memory.
  init(
    _ driver: any PCMDriver, of device: SoundDeviceName, to sink: any CaptureDeviceSink, patience: StallPatience,
    count: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(MediaError) {
    (self.driver, self.device, self.sink, self.count) = (driver, device, sink, count)
    let setup = driver.setup
    pool = try AudioBufferPool(
      format: setup.format, frameCapacity: setup.period, maximumBufferCount: 64, whenExhausted: .allocates)
    timeline = SoundTimeline(rate: setup.format.sampleRate, framesPerBuffer: setup.period)
    watch = StallWatch(patience, since: driver.now)
  }

  /// Reads until a wait is woken.
  ///
  /// - Throws: `CaptureError` that says why nothing comes any more.
  mutating func run() throws(CaptureError) {
    defer { sendWaiting() }
    var failure: PCMFailure?
    while true {
      do throws(PCMFailure) {
        if let failure { throw failure }
        let end = try driver.wait(watch.timeout(at: driver.now))
        if end == .woken { return }
        if try readPeriods() { continue }
        if end == .ready, driver.pause(Self.idle) == .woken { return }
      } catch {
        failure = try mend(error)
        if driver.pause(0) == .woken { return }
      }
      try act(on: watch.look(at: driver.now))
    }
  }

  /// Starts the device anew; what it says against that, if anything.
  private func begin() -> PCMFailure? {
    do throws(PCMFailure) { try driver.start() } catch { return error }
    return nil
  }

  // MARK: Reading

  /// Reads whole periods as long as there are some; whether there was one.
  private mutating func readPeriods() throws(PCMFailure) -> Bool {
    let (status, period) = (try driver.status(), driver.setup.period)
    switch status.state {
    case .running: break
    case .overrun, .stopped: throw PCMFailure(what: "read", errno: EPIPE)
    case .suspended: throw PCMFailure(what: "read", errno: ESTRPIPE)
    case .gone: throw PCMFailure(what: "read", errno: ENODEV)
    }
    guard status.available >= period else { return false }
    timeline.observe(available: status.available, delay: status.delay, at: status.stamp)
    for _ in 0..<status.available / period where try !readBuffer(of: period) { return false }
    return true
  }

  /// Reads a period and sends it; whether there was anything.
  private mutating func readBuffer(of period: Int) throws(PCMFailure) -> Bool {
    guard var buffer = try? pool.makeBuffer(), (try? buffer.setFrameCount(period)) != nil else {
      throw PCMFailure(what: "read", errno: ENOMEM)
    }
    let frames = try read(period, into: &buffer)
    guard frames > 0, (try? buffer.setFrameCount(frames)) != nil else { return false }
    breakCount = 0
    watch.frameCame(at: driver.now)
    timeline.read(frames)
    waiting.append(buffer)
    if timeline.isRunning { send() }
    return true
  }

  /// Sends what was read, with its times.
  private mutating func send() {
    while let buffer = waiting.first, let place = timeline.take(buffer.frameCount) {
      waiting.removeFirst()
      count(.sampleBuffer)
      sink.receive(
        SampleBuffer(audioBuffer: buffer, presentationTimeStamp: place.time, sequenceNumber: place.number))
    }
  }

  /// Sends what waits for times to be known, with those that are known so far.
  private mutating func sendWaiting() {
    guard !waiting.isEmpty else { return }
    timeline.settle()
    send()
  }

  private func read(_ frames: Int, into buffer: inout AudioBuffer) throws(PCMFailure) -> Int {
    let result = try? buffer.withUnsafeMutablePlane(0) { bytes in
      Result { () throws(PCMFailure) in
        guard let base = bytes.baseAddress else { throw PCMFailure(what: "read", errno: ENOMEM) }
        return try driver.read(frames, into: base)
      }
    }
    guard let result else { throw PCMFailure(what: "read", errno: ENOMEM) }
    return try result.get()
  }

  // MARK: What goes wrong

  /// Lets the device go on; what it says against that, which is to be mended in turn.
  ///
  /// - Throws: `CaptureError` where it won't.
  private mutating func mend(_ failure: PCMFailure) throws(CaptureError) -> PCMFailure? {
    breakCount += 1
    guard failure.isMendable, breakCount <= Self.patience else { throw device.error(failure) }
    if breakCount == 1 { count(.gap) }
    sendWaiting()
    // Not at once where it didn't help.
    if breakCount > 1, driver.pause(Self.pause) == .woken { return nil }
    timeline.breakOff()
    do throws(PCMFailure) {
      if failure.meaning == .suspended, try !driver.resume() { return failure }
      if failure.meaning == .broken { try driver.start() }
    } catch {
      // Not all devices can resume.
      return failure.meaning == .suspended && error.meaning == .fatal ? begin() : error
    }
    return nil
  }

  /// Tells that nothing comes, or gives up.
  private func act(on verdict: StallWatch.Verdict) throws(CaptureError) {
    switch verdict {
    case .wait: break
    case .tell(let silence):
      let now = MediaTime(value: Int64(clamping: driver.now), timescale: 1_000_000_000)
      sink.receive(CaptureStall(silence: silence, now: now))
    case .giveUp(let silence):
      throw .stalled(device.subject, silence: silence, of: "sound", remedy: device.stallRemedy)
    }
  }
}
