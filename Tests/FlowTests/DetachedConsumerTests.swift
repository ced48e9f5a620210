import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureProcessing
import OpenCaptureSystem
import Testing

@Suite("A consumer on a thread of its own")
struct DetachedConsumerTests {
  private struct Refusal: Error {}

  /// Notes what it takes, waits at a gate, and fails at one of them.
  private struct Taker: FrameConsumer {
    let taken: Log<Int64>
    var gate: Monitor<Gate>?
    var failsAt: Int64?
    var isFinished = false

    mutating func take(_ frame: Frame) throws {
      _ = gate?.wait { $0.isOpen ? true : nil }
      let number = frame.sampleBuffer.presentationTimeStamp.value
      taken.append(number)
      if number == failsAt { throw Refusal() }
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
        imageBuffer: picture,
        timing: SampleTiming(presentationTimeStamp: MediaTime(value: number, timescale: 1))))
  }

  @Test("All frames are taken in their order, and brought to their end")
  func order() throws {
    let taken = Log<Int64>()
    let consumer = try DetachedConsumer(Taker(taken: taken))
    for number in 0..<200 { try consumer.take(frame(Int64(number))) }
    #expect(consumer.finished == nil)
    try consumer.finish()
    #expect(taken.all == Array(0..<200))
    #expect(consumer.finished?.isFinished == true)
  }

  @Test("Few frames wait: who hands over more is held up until one is taken")
  func bounded() throws {
    let (taken, handed, gate) = (Log<Int64>(), Log<Int64>(), Monitor(Gate()))
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

  @Test("What it fails with is thrown once, at the next call, and nothing is taken after it")
  func failure() throws {
    let taken = Log<Int64>()
    let consumer = try DetachedConsumer(Taker(taken: taken, failsAt: 2))
    #expect(throws: Refusal.self) {
      for number in 0..<1_000_000 { try consumer.take(frame(Int64(number))) }
    }
    try consumer.finish()
    #expect(taken.all == [0, 1, 2] && consumer.finished?.isFinished == false)
    try consumer.take(frame(9))
    #expect(taken.count == 3)

    let late = try DetachedConsumer(Taker(taken: Log(), failsAt: 0))
    try late.take(frame(0))
    #expect(throws: Refusal.self) { try late.finish() }
  }
}
