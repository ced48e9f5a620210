import OpenCaptureFlow
import OpenCaptureSystem
@testable import OpenCaptureSession
import Fixtures
import OpenCaptureMediaSamples
import Testing

/// Inputs that share a limited resource.
@Suite("Inputs on one bus")
struct SharedBusTests {
  /// A bus for a limited number of streams.
  private final class Bus: Sendable {
    let streaming = Locked<[String]>([])
    let log = Log<String>()
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }
  }

  private final class Source: CaptureInput, CaptureStream {
    let name: String
    private let bus: Bus
    private let startError: CaptureError.Code?
    let ports = [CaptureInputPort(.video)]

    init(_ name: String, _ bus: Bus, startError: CaptureError.Code? = nil) {
      self.name = name
      self.bus = bus
      self.startError = startError
    }

    let configuration = CaptureStreamConfiguration(
      formatDescription: FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2)))

    func configuration(for selection: FormatSelection?) -> CaptureStreamConfiguration { configuration }

    func startStreaming(
      _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
    ) throws(CaptureError) -> any CaptureStream {
      if let startError { throw CaptureError(startError, subject: name, reason: "the source cannot start") }
      try bus.streaming.withLock { (streaming) throws(CaptureError) in
        guard streaming.count < bus.capacity else {
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
    try session.add(source)
    try session.add(CaptureVideoDataOutput())
    session.startRunning()
    return session
  }

  private func exchange(_ old: Source, for new: Source, in session: CaptureSession) throws {
    session.beginConfiguration()
    session.removeInput(old)
    try session.add(new)
    try session.commit()
  }

  @Test("With enough capacity, the new input starts before the old one stops")
  func sufficientCapacity() throws {
    let bus = Bus(capacity: 2)
    let a = Source("a", bus)
    let b = Source("b", bus)
    let session = try session(a)
    try exchange(a, for: b, in: session)
    #expect(bus.log.all == ["+a", "+b", "-a"])
  }

  @Test("Without enough capacity, the old input stops first")
  func full() throws {
    let bus = Bus(capacity: 1)
    let a = Source("a", bus)
    let b = Source("b", bus)
    let session = try session(a)
    try exchange(a, for: b, in: session)
    #expect(bus.log.all == ["+a", "-a", "+b"])
    #expect(session.isRunning)
  }

  @Test("If the new input still does not start, the old one starts again")
  func restored() throws {
    let bus = Bus(capacity: 1)
    let a = Source("a", bus)
    let b = Source("b", bus, startError: .outOfBandwidth)
    let session = try session(a)
    #expect(throws: CaptureError.self) { try exchange(a, for: b, in: session) }
    #expect(bus.streaming.withLock { $0 } == ["a"])
    #expect(session.inputs.count == 1 && session.inputs[0] === a)
    #expect(session.isRunning)
  }

  @Test("An error unrelated to capacity leaves the old input running")
  func unrelatedError() throws {
    let bus = Bus(capacity: 1)
    let a = Source("a", bus)
    let b = Source("b", bus, startError: .notAuthorized)
    let session = try session(a)
    #expect(throws: CaptureError.self) { try exchange(a, for: b, in: session) }
    #expect(bus.log.all == ["+a"])
  }
}
