import Dispatch
import Fixtures
@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@Suite("Pacing")
struct PacingTests {
  @Test("Samples in real time are due at the intervals of their times")
  func pace() {
    var pace = Pace(start: 5_000)
    let times = [MediaTime(value: 10, timescale: 1), MediaTime(value: 23, timescale: 2), .invalid]
    #expect(times.map { pace.due($0) } == [5_000, 1_500_005_000, 5_000])
  }

  @Test("A known origin defines the time at the start")
  func origin() {
    var pace = Pace(start: 5_000, origin: .zero)
    #expect([MediaTime(value: 1, timescale: 1)].map { pace.due($0) } == [1_000_005_000])
  }

  @Test("A stepped stream sends one sample per step, reports its end once, and then sends nothing")
  func stepped() throws {
    let (sink, stream) = try stream(.stepped, count: 2)
    #expect(stream.step() && stream.step())
    #expect(sink.log.all == ["0", "1"])
    #expect(!stream.step() && !stream.step())
    #expect(sink.log.all == ["0", "1", "finish"])
    #expect(stream.statistics.frameCount == 2)
  }

  @Test("An unpaced stream sends all samples in order, then its error")
  func unpaced() throws {
    let (sink, stream) = try stream(.unpaced, count: 3, fails: true)
    try sink.end.wait(for: "the error")
    #expect(sink.log.all == ["0", "1", "2", "test: it is enough"])
    stream.stop()
  }

  @Test("A stream that waits for a sample's time stops at once without sending the sample")
  func stopping() throws {
    let (sink, stream) = try stream(.realTime, count: 2, seconds: 1_000_000)
    try sink.received.wait(for: "the first sample")
    stream.stop()
    #expect(sink.log.all == ["0"])
    #expect(!stream.step())
  }

  /// A sink that records its calls.
  private final class Sink: CaptureStreamSink {
    let log = Log<String>()
    let received = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)

    func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort) {
      log.append("\(sampleBuffer.sequenceNumber ?? 99)")
      received.signal()
    }

    func receive(_ dropped: DroppedFrame, through port: CaptureInputPort) { log.append("\(dropped)") }

    func receive(_ stall: CaptureStall, through port: CaptureInputPort) { log.append("\(stall)") }

    func end(_ error: CaptureError) {
      log.append("\(error)")
      end.signal()
    }

    func finish() {
      log.append("finish")
      end.signal()
    }
  }

  private func stream(
    _ pacing: Pacing, count: UInt64, seconds: Int = 1, fails: Bool = false
  ) throws -> (Sink, PacedStream) {
    let picture = try PixelBuffer(format: .grey, width: 2, height: 2)
    let description = FormatDescription(pixelFormat: .grey, dimensions: picture.dimensions)
    let sink = Sink()
    var number: UInt64 = 0
    let stream = try PacedStream(
      CaptureStreamConfiguration(formatDescription: description), of: "test", through: CaptureInputPort(.video),
      to: sink, pacing: pacing
    ) { () throws(CaptureError) in
      defer { number += 1 }
      guard number < count else {
        if fails { throw CaptureError(.mediaFailed, subject: "test", reason: "it is enough") }
        return nil
      }
      let time = MediaTime(value: Int64(number) * Int64(seconds), timescale: 1)
      return SampleBuffer(
        pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: time), sequenceNumber: number)
    }
    return (sink, stream)
  }
}
