import Fixtures
import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
@testable import OpenCaptureSound
import Testing

@Suite("SoundReader")
struct SoundReaderTests {
  @Test("Each frame is read once in whole periods, and timestamps are contiguous")
  func reads() throws {
    let it = try Reading(Array(repeating: .frames(480), count: 200))
    try it.run()
    #expect(it.sink.counted == (0..<96_000).map { Int16(truncatingIfNeeded: $0) })
    let samples = it.sink.samples.all
    #expect(samples.count == 200 && samples.allSatisfy { $0.numSamples == 480 })
    for (sample, next) in zip(samples, samples.dropFirst()) {
      let seam = (next.presentationTimeStamp - sample.presentationTimeStamp - sample.duration).seconds
      #expect(abs(seam) < 1e-6)
    }
    #expect(samples.map(\.sequenceNumber) == (0..<200).map { UInt64($0) })
  }

  @Test("The timestamp of a frame is its capture time, however late the frame is read")
  func late() throws {
    let it = try Reading([.frames(480), .frames(48_000), .frames(480)])
    try it.run()
    // All 48,960 frames have correct timestamps, although a second of them was read at once.
    for sample in it.sink.samples.all {
      let first = Double(sample.sequenceNumber ?? 0) * 480
      #expect(abs(sample.presentationTimeStamp.seconds - FakePCMDevice.start - first / 48_000) < 1e-6)
    }
    #expect(it.sink.samples.count == 102)
  }

  @Test("Timestamps that are up to 2 ms late give smooth times that are off by less than 1.5 ms")
  func jitter() throws {
    let steps: [FakePCMDevice.Step] = (0..<2000).map { .frames(480, late: Double($0 * 7919 % 100) / 50_000) }
    let it = try Reading(steps)
    try it.run()
    for (sample, next) in zip(it.sink.samples.all, it.sink.samples.all.dropFirst()).dropFirst(500) {
      let truth = FakePCMDevice.start + Double(sample.sequenceNumber ?? 0) / 100
      #expect(abs(sample.presentationTimeStamp.seconds - truth - 0.001) < 0.0005)
      #expect(abs((next.presentationTimeStamp - sample.presentationTimeStamp).seconds - 0.01) < 0.0001)
    }
  }

  @Test(
    "Unreliable first latencies of a sound server are skipped without losing sound or shifting timestamps")
  func settling() throws {
    // PulseAudio 16 reports such latencies for the monitor of a sink without a device: constant, decreasing, correct.
    let ways =
      Array(repeating: 0.31, count: 30) + (0..<31).map { 0.31 - Double($0) / 100 } + Array(repeating: 0, count: 200)
    let it = try Reading(ways.map { .frames(480, way: $0) })
    try it.run()
    let samples = it.sink.samples.all
    #expect(it.sink.counted == (0..<261 * 480).map { Int16(truncatingIfNeeded: $0) })
    #expect(samples.map(\.sequenceNumber) == (0..<261).map { UInt64($0) })
    for (index, sample) in samples.enumerated() {
      #expect(abs(sample.presentationTimeStamp.seconds - FakePCMDevice.start - Double(index) / 100) < 0.006)
    }
  }

  @Test("Sound with a high latency has its capture times from the first frame on")
  func farAway() throws {
    let it = try Reading(Array(repeating: .frames(480, way: 0.2), count: 100))
    try it.run()
    #expect(it.sink.samples.all.count == 100)
    for (index, sample) in it.sink.samples.all.enumerated() {
      #expect(abs(sample.presentationTimeStamp.seconds - FakePCMDevice.start - Double(index) / 100 + 0.2) < 1e-6)
    }
  }

  @Test("A stream that ends before its latency is known delivers all frames")
  func unsettled() throws {
    let it = try Reading(Array(repeating: .frames(480, way: 0.2), count: 10))
    try it.run()
    #expect(it.sink.samples.all.count == 10)
  }

  @Test("After a change of the reported latency, no sound is lost and timestamps adapt at 500 ppm")
  func otherWay() throws {
    let it = try Reading((0..<2_000).map { .frames(480, way: $0 < 100 ? 0.1 : 0.2) })
    try it.run()
    let samples = it.sink.samples.all
    #expect(samples.map(\.sequenceNumber) == (0..<2_000).map { UInt64($0) })
    for (sample, next) in zip(samples, samples.dropFirst()) {
      let step = (next.presentationTimeStamp - sample.presentationTimeStamp).seconds
      #expect(abs(step - 0.01) < 1e-5)
    }
    let length = try #require(samples.last).presentationTimeStamp - samples[0].presentationTimeStamp
    #expect(abs(length.seconds - 19.99 + 19 * 500e-6) < 0.002)
  }

  @Test("A reported latency that changes in many small steps makes no gap")
  func sinkingWay() throws {
    // PulseAudio's null sink stops for as long as it was ahead when a player asks for a shorter latency.
    let ways = Array(repeating: 0.58, count: 100) + (0..<58).map { 0.58 - Double($0) / 100 }
    let steps = (ways + Array(repeating: 0, count: 100)).enumerated().map { index, way in
      FakePCMDevice.Step.frames(480, late: index % 2 == 0 ? 0.0002 : 0, way: way)
    }
    let it = try Reading(steps)
    try it.run()
    #expect(it.sink.samples.all.map(\.sequenceNumber) == (0..<258).map { UInt64($0) })
  }

  @Test("Timestamps stay correct when a driver silently loses a few frames at a time")
  func lostLittleByLittle() throws {
    let it = try Reading(
      (0..<40).flatMap { _ in Array(repeating: FakePCMDevice.Step.frames(480), count: 20) + [.pause(0.015)] })
    try it.run()
    let samples = it.sink.samples.all
    let truth = FakePCMDevice.start + 40 * 0.2 + 39 * 0.015 - 0.01
    #expect(abs((samples.last?.presentationTimeStamp.seconds ?? 0) - truth) < 0.03)
  }

  @Test("After an overrun, unreliable first latencies are skipped again")
  func settlingAgain() throws {
    let ways =
      Array(repeating: 0.31, count: 30) + (0..<31).map { 0.31 - Double($0) / 100 } + Array(repeating: 0, count: 100)
    let steps = ways.map { FakePCMDevice.Step.frames(480, way: $0) }
    let it = try Reading(steps + [.fails(EPIPE), .pause(0.25)] + steps)
    try it.run()
    let samples = it.sink.samples.all
    #expect(samples.count == 322)
    #expect(abs((samples.last?.presentationTimeStamp.seconds ?? 0) - FakePCMDevice.start - 3.21 - 0.25) < 0.01)
  }

  @Test("Silently lost frames become a gap when the driver's timestamps show it")
  func lostSilently() throws {
    let it = try Reading(
      Array(repeating: .frames(480), count: 100) + [.pause(0.25)] + Array(repeating: .frames(480), count: 100))
    try it.run()
    let numbers = it.sink.samples.all.compactMap(\.sequenceNumber)
    #expect(numbers.count == 200 && numbers.last == 224)
  }

  @Test("After an overrun, reading continues with a gap in timestamps and numbers", arguments: [EPIPE, EIO])
  func overrun(_ errno: Int32) throws {
    let it = try Reading(
      Array(repeating: .frames(480), count: 50) + [.fails(errno), .pause(0.25)]
        + Array(repeating: .frames(480), count: 50))
    try it.run()
    let samples = it.sink.samples.all
    #expect(samples.count == 100 && it.driver.startCount == 1 && it.gapCount == 1)
    let before = samples[49]
    let after = samples[50]
    #expect(after.sequenceNumber == 75)
    let gap = after.presentationTimeStamp - before.presentationTimeStamp - before.duration
    #expect(abs(gap.seconds - 0.25) < 1e-3)
  }

  @Test(
    "After a system suspend, a device is resumed if it can be, and restarted otherwise",
    arguments: [true, false])
  func suspended(_ canResume: Bool) throws {
    let it = try Reading(
      Array(repeating: .frames(480), count: 10) + [.fails(ESTRPIPE), .pause(0.5), .frames(480), .frames(480)])
    it.driver.resumeAnswers = canResume ? [0, 0, 1] : [-ENOSYS]
    try it.run()
    #expect(it.sink.samples.count == 12 && it.driver.startCount == (canResume ? 0 : 1))
    let gap = it.sink.samples.all[10].presentationTimeStamp - it.sink.samples.all[9].presentationTimeStamp
    #expect(abs(gap.seconds - 0.51) < 0.05)
  }

  @Test("A disconnected device ends the stream with an error", arguments: [ENODEV, ENXIO])
  func gone(_ errno: Int32) throws {
    let it = try Reading([.frames(480), .fails(errno)])
    let error = #expect(throws: CaptureError.self) { try it.run() }
    #expect(error?.code == .deviceDisconnected && error?.hint == "plug the microphone in again")
    #expect(it.sink.samples.count == 1)
  }

  @Test("A device that fails repeatedly ends the stream with an error")
  func hopeless() throws {
    let it = try Reading([.frames(480)] + Array(repeating: .fails(EPIPE), count: 100))
    let error = #expect(throws: CaptureError.self) { try it.run() }
    #expect(
      error?.code == .deviceFailed && it.driver.startCount == SoundReader.maximumFailureCount && it.gapCount == 1)
  }

  @Test("A silent driver is reported as stalled, and then ends the stream")
  func stall() throws {
    let it = try Reading([.frames(480), .pause(1.2), .pause(4)])
    let error = #expect(throws: CaptureError.self) { try it.run() }
    #expect(error?.code == .stalled && error?.hint == "check that the sound server is running, and try again")
    #expect(it.sink.stalls.count == 1)
  }

  @Test("The reader follows a clock with an error of 1000 ppm and measures its rate")
  func drift() throws {
    let it = try Reading(Array(repeating: .frames(480), count: 6000), drift: 1000)
    try it.run()
    let last = try #require(it.sink.samples.all.last)
    #expect(abs(last.presentationTimeStamp.seconds - FakePCMDevice.start - 59.99 / 1.001) < 0.001)
    #expect(abs(it.reader.timeline.loop.drift - 1000) < 1)
  }
}

/// A reader with a fake device and a log of its results.
private final class Reading {
  final class Sink: CaptureDeviceSink {
    let samples = Log<SampleBuffer>()
    let stalls = Log<CaptureStall>()

    func receive(_ sampleBuffer: SampleBuffer) { samples.append(sampleBuffer) }
    func receive(_ dropped: DroppedFrame) {}
    func receive(_ change: CaptureControlChange) {}
    func receive(_ stall: CaptureStall) { stalls.append(stall) }
    func end(_ error: CaptureError) {}

    var counted: [Int16] {
      samples.all.flatMap { sample in
        (try? sample.audioBuffer?.withSamples(Int16.self) { samples in samples.indices.map { samples[$0] } }) ?? []
      }
    }
  }

  let driver: FakePCMDevice
  let sink = Sink()
  private let events = Log<SoundReader.Event>()
  var reader: SoundReader

  init(_ steps: [FakePCMDevice.Step], drift: Double = 0) throws {
    driver = try FakePCMDevice(steps, drift: drift)
    let second = MediaTime(value: 1, timescale: 1)
    reader = try SoundReader(
      driver, of: SoundDeviceName(name: "fake", path: nil), to: sink,
      timeouts: StallTimeouts(reportDelay: second, limit: second * 5)
    ) { [events] in events.append($0) }
  }

  func run() throws(CaptureError) { try reader.run() }

  var gapCount: Int { events.all.count { $0 == .gap } }
}
