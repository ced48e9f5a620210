@testable import OpenCaptureFlow
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("Several streams of one source") struct JoinedStreamTests {
  /// Writes down what it is told.
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

  /// A part with samples of these times, which ends with an error where one is named.
  private func part(_ kind: MediaType, _ times: [Int], error: String? = nil) throws -> JoinedStream.Part {
    let picture = try PixelBuffer(format: .grey, width: 2, height: 2)
    let left = Locked(times)
    return JoinedStream.Part(through: CaptureInputPort(kind)) { () throws(CaptureError) in
      guard let time = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        if let error { throw CaptureError(.mediaFailed, subject: error, reason: "it is damaged") }
        return nil
      }
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(time), timescale: 1))
      return SampleBuffer(imageBuffer: picture, timing: timing)
    }
  }

  private func stream(_ pacing: Pacing, _ parts: [JoinedStream.Part]) throws -> JoinedStream {
    let description = FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2))
    return try JoinedStream(
      CaptureStreamConfiguration(formatDescription: description), of: "file", to: sink, pacing: pacing, parts)
  }

  @Test("Stepped, what comes first in time is sent first, one a step; each end is told, the last of all")
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

  @Test("What is wrong with one part is told once the others are over", arguments: [Pacing.stepped, .unpaced])
  func damaged(pacing: Pacing) throws {
    let stream = try stream(pacing, [part(.video, [0, 10, 20]), part(.audio, [1], error: "sound")])
    while pacing == .stepped, stream.step() {}
    try sink.events.wait(for: "the end") { $0.contains(.ended("sound")) }
    stream.stop()
    #expect(sink.events.all.count { if case .sample = $0 { true } else { false } } == 4)
    #expect(!sink.events.all.contains(.over))
  }

  @Test("At their own times, parts come by the same clock, whichever begins first")
  func realTime() throws {
    let stream = try stream(.realTime, [part(.video, [0]), part(.audio, [0, 0])])
    try sink.events.wait(for: "the end") { $0.contains(.over) }
    stream.stop()
    #expect(sink.events.count == 5)
  }
}
