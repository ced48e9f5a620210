import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem
import Testing

@testable import OpenCapturePublishing

@Suite("Messages of a camera")
struct MessageTests {
  private let noon = WallTime(nanosecondsSince1970: 1_709_208_000_000_000_000)

  /// A clock for which noon is at 100 s of the monotonic clock.
  private var clock: CaptureClock {
    CaptureClock(MonotonicClock { 100_000_000_000 }) { [noon] in noon }
  }

  private func desk(_ change: (inout PublishingOptions) -> Void = { _ in }) throws -> FrameMessageBuilder {
    var options = PublishingOptions(try BrokerAddress("mqtt://broker/hall"))
    change(&options)
    return FrameMessageBuilder(.test, options, clock)
  }

  @Test("Every message conforms to the schema and has no other members")
  func schema() throws {
    let schema = try JSONSchema(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Documentation/schemas/publishing-1.json"))
    func faults(_ message: OutgoingMessage, _ kind: String) -> [String] {
      schema.faults(in: message.words, as: kind)
    }
    var desk = try desk()
    var events: [OutgoingMessage] = []
    for step in 0...40 {
      let place = Double(step) / 100
      var binary = TestDetections.code("", x: place)
      binary.bytes = [0xff, 0]
      binary.stringValue = nil
      let messages = desk.take(
        try TestDetections.frame(
          99 + Double(step) / 10, [TestDetections.code("a", x: place), TestDetections.face(1, x: place), binary]),
        drops: 3,
        at: 0)
      events += messages.events
      if let frame = messages.frame { #expect(faults(frame, "frame") == []) }
    }
    events += desk.end()
    #expect(Set(events.compactMap { $0.text("event") }) == ["new", "update", "end"])
    for event in events { #expect(faults(event, "event") == []) }
    let words = CameraMessages.test
    for status in [words.online(PublishingStatistics(), sequence: 1), words.offline(sequence: 0)] {
      #expect(faults(status, "status") == [])
    }
    #expect(faults(words.answer(error: "no", topic: "a"), "answer") == [])
    #expect(faults(words.recording(true), "recording") == [])
    // The schema detects errors.
    #expect(schema.faults(in: "{}", as: "status").count == 6)
    #expect(faults(words.offline(sequence: 0), "event") != [])
  }

  @Test(
    "An event contains its origin, the wall clock time, and the position in pixels of the upright picture")
  func event() throws {
    var desk = try desk()
    let events = desk.take(try TestDetections.frame(99.5, [TestDetections.code("a")]), drops: 2, at: 0).events
    let event = try #require(events.first)
    #expect(event.topic == "opencapture/1/hall/pi/usb-door/event" && event.kind == .event)
    #expect(event.text("host") == "pi" && event.text("session") == "00000000000000ab")
    #expect(event.text("camera") == "usb/door" && event.text("track") == "00000000000000ab-1")
    #expect(event.number("sequence") == 1 && event.number("drops") == 2 && event.number("cameraSequence") == 995)
    #expect(event.text("captured") == "2024-02-29T11:59:59.500000Z")
    let object = event.members["object"] as? [String: Any]
    #expect(object?["bounds"] as? [Int] == [20, 10, 20, 10])
    let end = try #require(desk.end().first)
    #expect(end.number("sequence") == 2 && end.text("first") == event.text("captured"))
  }

  @Test("A time stamp of another clock is replaced by the current time")
  func clocks() {
    #expect(clock.wallTime(of: TestDetections.seconds(99)) == noon.earlier(by: 1_000_000_000))
    #expect(clock.wallTime(of: TestDetections.seconds(10_000)) == noon)
    #expect(clock.wallTime(of: .invalid) == noon)
  }

  @Test("Frames are published at the given rate, and an empty frame at once and then rarely")
  func rate() throws {
    var desk = try desk()
    var publishedTimes: [Double] = []
    for step in 0..<300 {
      let time = Double(step) / 10
      let objects = time < 2 ? [TestDetections.code("a")] : []
      if desk.take(try TestDetections.frame(time, objects), drops: 0, at: 0).frame != nil {
        publishedTimes.append(time)
      }
    }
    #expect(publishedTimes.prefix(11) == [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2])
    #expect(Array(publishedTimes.dropFirst(11)) == [12, 22])
  }

  @Test("A frame rate of zero publishes events only")
  func eventsAlone() throws {
    var desk = try desk { $0.frameRate = 0 }
    let messages = desk.take(try TestDetections.frame(0, [TestDetections.code("a")]), drops: 0, at: 0)
    #expect(messages.frame == nil && messages.events.count == 1)
  }

  @Test("A visible object ends in time even without further frames")
  func silence() throws {
    var desk = try desk()
    #expect(
      desk.take(try TestDetections.frame(5, [TestDetections.code("a")]), drops: 0, at: 1000).events.count == 1)
    #expect(desk.expireAbsent(at: 1001.9).isEmpty)
    let end = desk.expireAbsent(at: 1002.1)
    #expect(end.map { $0.text("event") } == ["end"] && desk.expireAbsent(at: 1010).isEmpty)
  }
}
