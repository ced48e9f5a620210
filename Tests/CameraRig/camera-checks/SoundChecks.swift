import Dispatch
import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSound
import OpenCaptureSyntheticDevices
import OpenCaptureSystem

/// Checks with `snd-aloop`, which captures at its device 1 what is played at its device 0.
struct SoundChecks {
  private let microphones: SystemMicrophones
  /// The duration of the long checks, in seconds.
  private static let seconds = 60

  init() throws {
    var options = ALSAMicrophone.Options()
    options.stallTimeout = MediaTime(value: 3, timescale: 1)
    microphones = SystemMicrophones(options: options)
    for device in microphones.devices { note("\(device)") }
    _ = try device
  }

  func run(_ list: inout Checklist) {
    list.check("all capture devices are found with their formats, the default one first") {
      try expect(microphones.devices.first?.uniqueID == "default", "\(microphones.devices)")
      try expect(microphones.devices.map(\.uniqueID).contains("Loopback.1"), "\(microphones.devices)")
      let formats = try device.loadFormats().compactMap(\.formatDescription.audioFormat)
      try expect(Set(formats.map(\.commonFormat)).count == 3, "\(formats)")
      try expect(formats.first?.description == "48000 Hz stereo Int16, interleaved", "\(formats)")
    }
    list.check("a sine of −6.02 dBFS has this peak and an average of −9.03 dBFS, and silence has −160 dBFS") {
      let player = try Player(.sine(frequency: 997))
      let listener = try Listener(device)
      try listener.listen(seconds: 1) { try player.start() }
      for channel in listener.channels {
        try expect(abs(channel.peakHoldLevel - -6.02) < 0.1, "the peak is \(channel.peakHoldLevel)")
        try expect(abs(channel.averagePowerLevel - -9.03) < 0.1, "the average is \(channel.averagePowerLevel)")
      }
      player.stop()
      try listener.listen(seconds: 2)
      try expect(listener.channels.allSatisfy { $0.peakHoldLevel == -160 }, "the channels are not silent")
      listener.stop()
    }
    list.check("\(Self.seconds) s are captured without a changed bit and with contiguous timestamps") {
      let player = try Player(.counting)
      let listener = try Listener(device)
      try listener.listen(seconds: Self.seconds) { try player.start() }
      listener.stop()
      player.stop()
      try listener.expectCounting(for: Self.seconds - 2)
      note(
        """
        \(listener.frameCount) frames, drift \(rounded(listener.drift)) ppm, \
        seams up to \(rounded(listener.worstSeam * 1e6)) µs
        """
      )
      try expect(listener.dropped.total == 0, "\(listener.dropped)")
      try expect(listener.worstSeam < 0.002, "a seam of \(listener.worstSeam) s")
      try expect(abs(listener.drift) < 200, "a drift of \(listener.drift) ppm")
    }
    list.check("timestamps follow a clock that is 0.5 % fast") {
      try setRateShift(100_500)
      defer { try? setRateShift(100_000) }
      let listener = try Listener(device)
      try listener.listen(seconds: 20)
      listener.stop()
      note("drift \(rounded(listener.drift)) ppm")
      try expect(abs(abs(listener.drift) - 5000) < 200, "a drift of \(listener.drift) ppm")
    }
    list.check("after an overrun, capturing continues with a gap of the correct length") {
      let listener = try Listener(device)
      listener.blockOnce(for: 1.5)
      try listener.listen(seconds: 4)
      listener.stop()
      note("lost \(listener.dropped.discontinuity) sample buffers, gap \(rounded(listener.worstSeam)) s")
      try expect(listener.dropped.discontinuity > 10, "\(listener.dropped)")
      try expect(listener.worstSeam > 0.5 && listener.worstSeam < 2, "a seam of \(listener.worstSeam) s")
    }
    list.check("opening a microphone in use causes an error that names the program") {
      let holder = try spawn(["arecord", "-q", "-D", "hw:Loopback,1,0", "-f", "cd", "-d", "30", "/dev/null"])
      defer {
        kill(holder, SIGKILL)
        waitpid(holder, nil, 0)
      }
      let path = try device.identity.path ?? ""
      try wait(10, for: "a holder of \(path)") { (try? device)?.isInUseByAnotherApplication ?? false }
      do {
        let listener = try Listener(device)
        try listener.listen(seconds: 1)
        throw Failure("both programs could open the microphone")
      } catch let error as CaptureError {
        note("\(error)")
        try expect(error.code == .deviceInUse && error.reason.contains("arecord"), "\(error)")
      }
    }
    list.check("removing a card ends the stream within a second, and the card reconnects as the same device") {
      let device = try device
      let listener = try Listener(device)
      try listener.listen(seconds: 1)
      let driver = "/sys/bus/platform/drivers/snd_aloop"
      let start = monotonicSeconds()
      // Unbinding waits until no process uses the card.
      let unbind = try spawn(["sh", "-c", "echo snd_aloop.0 > \(driver)/unbind"])
      try wait(10, for: "the end of the stream") { listener.error != nil }
      note("reported after \(rounded(monotonicSeconds() - start)) s: \(listener.error.map { "\($0)" } ?? "")")
      try expect(listener.error?.code == .deviceDisconnected, "\(String(describing: listener.error))")
      try expect(monotonicSeconds() - start < 2, "it took \(rounded(monotonicSeconds() - start)) s")
      listener.stop()
      waitpid(unbind, nil, 0)
      try wait(10, for: "the disconnection") { !device.isConnected }
      try shell("echo snd_aloop.0 > \(driver)/bind")
      try wait(10, for: "the connection") { device.isConnected }
      let again = try Listener(device)
      try again.listen(seconds: 1)
      again.stop()
    }
  }

  private var device: CaptureDevice {
    get throws {
      guard let device = microphones.devices.first(where: { $0.uniqueID == "Loopback.1" }) else {
        throw Failure("no loopback found")
      }
      return device
    }
  }

  private func setRateShift(_ shift: Int) throws {
    try shell("amixer -q -c Loopback cset iface=PCM,name='PCM Rate Shift 100000',device=1 \(shift)")
  }
}

/// A player of a synthetic sound, as fast as the device accepts it.
final class Player {
  private let session = CaptureSession()
  private let output = CaptureAudioPreviewOutput()

  /// Creates a player.
  ///
  /// - Parameter device: The speaker (default: the other end of the loopback).
  init(_ sound: SyntheticSound, on device: String = "Loopback.0") throws {
    var options = SyntheticMicrophone.Options()
    options.pacing = .unpaced
    try session.add(CaptureDeviceInput(device: SyntheticMicrophone(sound: sound, options: options).device))
    output.outputDeviceUniqueID = device
    output.volume = 1
    try session.add(output)
  }

  func start() throws {
    try session.startOrThrow()
    usleep(300_000)
    if let error = output.playbackError { throw error }
  }

  func stop() { session.stopRunning() }

  var error: CaptureError? { output.playbackError }
}

extension SyntheticSound {
  /// The number of distinct values.
  static let countingValues = 60_001

  /// Numbers that count repeatedly from −30,000 to 30,000; each is exact as a 16-bit sample.
  static let counting = SyntheticSound { seconds in
    let index = Int((seconds * 48_000).rounded())
    return Double(index % countingValues - countingValues / 2) / 32_767
  }
}

/// A listener to a microphone, which measures the captured sound.
final class Listener: CaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable {
  fileprivate struct Heard: Lockable {
    var frameCount = 0
    /// The number of consecutive counting frames.
    var row = 0
    /// The maximum number of consecutive counting frames.
    var longestRow = 0
    var last = Int16.min
    var end = MediaTime.invalid
    var first = MediaTime.invalid
    var worstSeam = 0.0
    /// The number of frames and the time, some time after the beginning.
    var mark: (frames: Int, time: Double)?
    var now = 0.0
    var nowFrames = 0
  }

  private final class Blocker: CaptureOutput, SampleReceiver {
    let link = CaptureOutputLink()
    let mediaTypes = [MediaType.audio]
    var receivers: [any SampleReceiver] { [self] }
    private let pause = Locked<[Double]>([])

    func block(for seconds: Double) { pause.withLock { $0 = [seconds] } }
    func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
      guard (sampleBuffer.sequenceNumber ?? 0) > 100, let seconds = pause.withLock({ $0.popLast() }) else { return }
      usleep(UInt32(seconds * 1e6))
    }
    func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}
    func finish(_ connection: CaptureConnection) {}
    func discard(from connections: [CaptureConnection]) {}
    func end(_ error: CaptureError?) {}
  }

  let session = CaptureSession()
  private let output = CaptureAudioDataOutput()
  private let blocker = Blocker()
  private let heard = Locked(Heard())
  private let failures = Locked<[CaptureError]>([])
  private var listener: Task<Void, Never>?

  init(_ device: CaptureDevice) throws {
    let events = session.events
    listener = Task { [failures] in
      for await case .runtimeError(let error) in events { failures.withLock { $0.append(error) } }
    }
    try session.add(CaptureDeviceInput(device: device))
    try session.add(output)
    try session.add(blocker)
    output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "listener"))
  }

  deinit {
    listener?.cancel()
    session.stopRunning()
  }

  var channels: [CaptureAudioChannel] { output.connection(with: .audio)?.audioChannels ?? [] }
  var dropped: DropCounts { output.statistics.dropped }
  var error: CaptureError? { failures.withLock { $0.first } }
  var frameCount: Int { heard.withLock { $0.frameCount } }
  var worstSeam: Double { heard.withLock { $0.worstSeam } }

  /// The drift of the device in parts per million, measured by its timestamps; positive if the device is fast.
  var drift: Double {
    heard.withLock { heard in
      guard let mark = heard.mark, heard.now > mark.time else { return 0 }
      return (Double(heard.nowFrames - mark.frames) / 48_000 / (heard.now - mark.time) - 1) * 1e6
    }
  }

  func blockOnce(for seconds: Double) { blocker.block(for: seconds) }

  /// Captures a number of seconds of sound after `begin` has returned.
  func listen(seconds: Int, _ begin: () throws -> Void = {}) throws {
    for channel in channels { _ = channel.peakHoldLevel }
    try session.startOrThrow()
    try begin()
    let goal = frameCount + seconds * 48_000
    try wait(Double(seconds) * 2 + 10, for: "\(seconds) s of sound") { frameCount >= goal || error != nil }
    if let error { throw error }
  }

  func stop() { session.stopRunning() }

  /// Expects a number of seconds of counting frames without a gap.
  func expectCounting(for seconds: Int) throws {
    let row = heard.withLock { max($0.longestRow, $0.row) }
    try expect(row >= seconds * 48_000, "only \(row) consecutive frames of \(frameCount) are unchanged")
  }

  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    guard let buffer = sampleBuffer.audioBuffer else { return }
    heard.withLock { heard in
      if heard.end.isNumeric, heard.frameCount > 9_600 {
        let seam = abs((sampleBuffer.presentationTimeStamp - heard.end).seconds)
        heard.worstSeam = max(heard.worstSeam, seam)
      }
      heard.end = sampleBuffer.presentationTimeStamp + sampleBuffer.duration
      if heard.mark == nil, heard.frameCount > 48_000 * 5 {
        heard.mark = (heard.frameCount, sampleBuffer.presentationTimeStamp.seconds)
      }
      heard.now = sampleBuffer.presentationTimeStamp.seconds
      heard.nowFrames = heard.frameCount
      try? buffer.withSamples(Int16.self) { samples in
        for index in stride(from: 0, to: samples.count, by: 2) { heard.count(samples[index], samples[index + 1]) }
      }
      heard.frameCount += buffer.frameCount
    }
  }
}

extension Listener.Heard {
  fileprivate mutating func count(_ left: Int16, _ right: Int16) {
    let half = Int16(SyntheticSound.countingValues / 2)
    let next = last == half ? -half : last &+ 1
    row = left == next && right == next ? row + 1 : 0
    longestRow = max(longestRow, row)
    last = left
  }
}
