@testable import OpenCaptureFlow
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("Stream with several parts") struct JoinedStreamTests {
  /// A sink that records its calls.
  private final class Sink: CaptureStreamSink {
    enum Event: Sendable, Hashable {
      case sample(MediaType, Int)
      case finished(MediaType)
      case ended(String)
      case over
    }

    let events = Log<Event>()

    func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort) {
      events.append(.sample(port.mediaType, Int(sampleBuffer.presentationTimeStamp.value)))
    }
    func receive(_ dropped: DroppedFrame, through port: CaptureInputPort) {}
    func receive(_ stall: CaptureStall, through port: CaptureInputPort) {}
    func finish(through port: CaptureInputPort) { events.append(.finished(port.mediaType)) }
    func finish() { events.append(.over) }
    func end(_ error: CaptureError) { events.append(.ended(error.subject)) }
  }

  private let sink = Sink()

  /// Returns a part with samples of the given times, which ends with an error if one is named.
  private func part(_ kind: MediaType, _ times: [Int], error: String? = nil) throws -> CombinedStream.Part {
    let picture = try PixelBuffer(format: .grey, width: 2, height: 2)
    let left = Locked(times)
    return CombinedStream.Part(through: CaptureInputPort(kind)) { () throws(CaptureError) in
      guard let time = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        if let error { throw CaptureError(.mediaFailed, subject: error, reason: "it is damaged") }
        return nil
      }
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(time), timescale: 1))
      return SampleBuffer(pixelBuffer: picture, timing: timing)
    }
  }

  private func stream(_ pacing: Pacing, _ parts: [CombinedStream.Part]) throws -> CombinedStream {
    let description = FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2))
    return try CombinedStream(
      CaptureStreamConfiguration(formatDescription: description), of: "file", to: sink, pacing: pacing, parts)
  }

  @Test("A stepped stream sends one sample per step, the earliest first, and reports the end of each part")
  func stepped() throws {
    let stream = try stream(.stepped, [part(.video, [0, 10, 20]), part(.audio, [1, 5, 12])])
    var count = 0
    while stream.step() { count += 1 }
    #expect(count == 6)
    #expect(
      sink.events.all == [
        .sample(.video, 0), .sample(.audio, 1), .sample(.audio, 5), .sample(.video, 10), .sample(.audio, 12),
        .finished(.audio), .sample(.video, 20), .over,
      ])
    #expect(!stream.step() && sink.events.count == 8)
  }

  @Test("An error of one part is reported after the other parts have ended", arguments: [Pacing.stepped, .unpaced])
  func damaged(pacing: Pacing) throws {
    let stream = try stream(pacing, [part(.video, [0, 10, 20]), part(.audio, [1], error: "sound")])
    while pacing == .stepped, stream.step() {}
    try sink.events.wait(for: "the end") { $0.contains(.ended("sound")) }
    stream.stop()
    #expect(sink.events.all.count { if case .sample = $0 { true } else { false } } == 4)
    #expect(!sink.events.all.contains(.over))
  }

  @Test("In real time, all parts share one clock")
  func realTime() throws {
    let stream = try stream(.realTime, [part(.video, [0]), part(.audio, [0, 0])])
    try sink.events.wait(for: "the end") { $0.contains(.over) }
    stream.stop()
    #expect(sink.events.count == 5)
  }
}
