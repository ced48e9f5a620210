import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureProcessing
import OpenCaptureSystem
import Testing

@Suite("Detached consumer")
struct DetachedConsumerTests {
  private struct ConsumerError: Error {}

  /// A consumer that records its frames, waits at a gate, and fails at one frame.
  private struct Taker: FrameConsumer {
    let taken: Log<Int64>
    var gate: Monitor<Gate>?
    var failsAt: Int64?
    var isFinished = false

    mutating func take(_ frame: Frame) throws {
      _ = gate?.wait { $0.isOpen ? true : nil }
      let number = frame.sampleBuffer.presentationTimeStamp.value
      taken.append(number)
      if number == failsAt { throw ConsumerError() }
    }

    mutating func finish() { isFinished = true }
  }

  private struct Gate: Lockable {
    var isOpen = false
  }

  private func frame(_ number: Int64) throws -> Frame {
    let picture = try PixelBuffer(format: .grey, width: 2, height: 2)
    return Frame(
      SampleBuffer(
        pixelBuffer: picture,
        timing: SampleTiming(presentationTimeStamp: MediaTime(value: number, timescale: 1))))
  }

  @Test("The consumer takes all frames in order and is then finished")
  func order() throws {
    let taken = Log<Int64>()
    let consumer = try DetachedConsumer(Taker(taken: taken))
    for number in 0..<200 { try consumer.take(frame(Int64(number))) }
    #expect(consumer.finished == nil)
    try consumer.finish()
    #expect(taken.all == Array(0..<200))
    #expect(consumer.finished?.isFinished == true)
  }

  @Test("A caller is blocked while two frames wait")
  func bounded() throws {
    let taken = Log<Int64>()
    let handed = Log<Int64>()
    let gate = Monitor(Gate())
    let consumer = try DetachedConsumer(Taker(taken: taken, gate: gate))
    let frames = try (0..<10).map { try frame(Int64($0)) }
    let thread = NamedThread(name: "source") {
      for frame in frames {
        try? consumer.take(frame)
        handed.append(frame.sampleBuffer.presentationTimeStamp.value)
      }
    }
    try handed.wait(for: "two frames") { $0.count >= 2 }
    #expect(handed.count == 2 && taken.count == 0)
    gate.update { $0.isOpen = true }
    thread?.join()
    try consumer.finish()
    #expect(taken.count == 10)
  }

  @Test("An error of the consumer is thrown once by the next call, and no more frames are taken")
  func failure() throws {
    let taken = Log<Int64>()
    let consumer = try DetachedConsumer(Taker(taken: taken, failsAt: 2))
    #expect(throws: ConsumerError.self) {
      for number in 0..<1_000_000 { try consumer.take(frame(Int64(number))) }
    }
    try consumer.finish()
    #expect(taken.all == [0, 1, 2] && consumer.finished?.isFinished == false)
    try consumer.take(frame(9))
    #expect(taken.count == 3)

    let late = try DetachedConsumer(Taker(taken: Log(), failsAt: 0))
    try late.take(frame(0))
    #expect(throws: ConsumerError.self) { try late.finish() }
  }
}
