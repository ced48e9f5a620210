import OpenCaptureFlow
import OpenCaptureSystem
@testable import OpenCaptureSession
import Fixtures
import OpenCaptureMediaSamples
import Testing

/// Sources that share something, of which there is only so much.
@Suite("Inputs on one bus")
struct SharedBusTests {
  /// A bus with room for so many streams.
  private final class Bus: Sendable {
    let streaming = Locked<[String]>([])
    let log = Log<String>()
    let room: Int

    init(room: Int) { self.room = room }
  }

  private final class Source: CaptureInput, CaptureStream {
    let name: String
    private let bus: Bus
    private let refusal: CaptureError.Code?
    let ports = [CaptureInputPort(.video)]

    init(_ name: String, _ bus: Bus, refusal: CaptureError.Code? = nil) {
      (self.name, self.bus, self.refusal) = (name, bus, refusal)
    }

    let configuration = CaptureStreamConfiguration(
      formatDescription: FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2)))

    func configuration(for selection: FormatSelection?) -> CaptureStreamConfiguration { configuration }

    func startStreaming(
      _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
    ) throws(CaptureError) -> any CaptureStream {
      if let refusal { throw CaptureError(refusal, subject: name, reason: "it never starts") }
      try bus.streaming.withLock { (streaming) throws(CaptureError) in
        guard streaming.count < bus.room else {
          throw CaptureError(.outOfBandwidth, subject: name, reason: "the bus is full")
        }
        streaming.append(name)
      }
      bus.log.append("+\(name)")
      return self
    }

    func stop() {
      bus.streaming.withLock { $0.removeAll { $0 == name } }
      bus.log.append("-\(name)")
    }
  }

  private func session(_ source: Source) throws -> CaptureSession {
    let session = CaptureSession()
    try session.addInput(source)
    try session.addOutput(CaptureVideoDataOutput())
    session.startRunning()
    return session
  }

  private func exchange(_ old: Source, for new: Source, in session: CaptureSession) throws {
    session.beginConfiguration()
    session.removeInput(old)
    try session.addInput(new)
    try session.commitConfiguration()
  }

  @Test("Where there is room, the new one starts before the old one ends")
  func room() throws {
    let bus = Bus(room: 2)
    let (a, b) = (Source("a", bus), Source("b", bus))
    let session = try session(a)
    try exchange(a, for: b, in: session)
    #expect(bus.log.all == ["+a", "+b", "-a"])
  }

  @Test("Where there isn't, the old one ends first")
  func full() throws {
    let bus = Bus(room: 1)
    let (a, b) = (Source("a", bus), Source("b", bus))
    let session = try session(a)
    try exchange(a, for: b, in: session)
    #expect(bus.log.all == ["+a", "-a", "+b"])
    #expect(session.isRunning)
  }

  @Test("Where the new one doesn't start even so, the old one is started again")
  func refusal() throws {
    let bus = Bus(room: 1)
    let (a, b) = (Source("a", bus), Source("b", bus, refusal: .outOfBandwidth))
    let session = try session(a)
    #expect(throws: CaptureError.self) { try exchange(a, for: b, in: session) }
    #expect(bus.streaming.withLock { $0 } == ["a"])
    #expect(session.inputs.count == 1 && session.inputs[0] === a)
    #expect(session.isRunning)
  }

  @Test("What no room helps against leaves the old one alone")
  func hopeless() throws {
    let bus = Bus(room: 1)
    let (a, b) = (Source("a", bus), Source("b", bus, refusal: .notAuthorized))
    let session = try session(a)
    #expect(throws: CaptureError.self) { try exchange(a, for: b, in: session) }
    #expect(bus.log.all == ["+a"])
  }
}
