import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@testable import OpenCapturePublishing

@Suite("What is given to the broker, turn by turn")
struct WorkerTests {
  private let broker = FakeBroker()

  private func worker(
    takesCommands: Bool = false, _ change: (inout PublishingOptions) -> Void = { _ in }
  ) throws -> PublishingWorker {
    var options = PublishingOptions(try BrokerAddress("mqtt://broker/hall"))
    change(&options)
    return PublishingWorker(.test, options, broker, EventQueue(nil), takesCommands: takesCommands, at: 0)
  }

  private func told(_ events: BrokerEvent...) -> PublishingMailbox.Mail {
    var mail = PublishingMailbox.Mail()
    mail.told = events
    return mail
  }

  private func mail(events: [String] = [], frame: String? = nil) -> PublishingMailbox.Mail {
    var mail = PublishingMailbox.Mail()
    mail.events = events.map { .event($0) }
    mail.frame = frame.map { OutgoingMessage(.passing, topic: "t/frame", payload: Array($0.utf8)) }
    return mail
  }

  private func words(_ ending: String) -> [String] { broker.sent(ending).map(\.words) }

  @Test("Nothing is sent before there is a connection; then that the camera is there, and what waited, in order")
  func order() throws {
    var worker = try worker()
    _ = worker.turn(mail(events: ["1", "2"]), at: 0)
    #expect(broker.state.withLock { $0.sent.isEmpty })
    _ = worker.turn(told(.connected), at: 1)
    #expect(broker.sent("/status").map { $0.text("state") } == ["online"])
    #expect(words("/event") == ["1", "2"])
    _ = worker.turn(mail(events: ["3"]), at: 2)
    #expect(words("/event") == ["1", "2", "3"])
    #expect(broker.state.withLock { $0.subscriptions } == ["opencapture/1/hall/pi/usb-door/snapshot/get"])
  }

  @Test("Of frames the newest goes, those before it are counted; few are on the way at a time")
  func frames() throws {
    var worker = try worker()
    _ = worker.turn(mail(frame: "1"), at: 0)
    _ = worker.turn(mail(frame: "2"), at: 0)
    _ = worker.turn(told(.connected), at: 1)
    for frame in 3...9 { _ = worker.turn(mail(frame: "\(frame)"), at: 1) }
    #expect(words("/frame") == ["2", "3", "4", "5"])
    #expect(worker.statistics.droppedFrameCount == 1 + 3)
    // The status has the number 1.
    _ = worker.turn(told(.taken(2)), at: 1)
    #expect(words("/frame") == ["2", "3", "4", "5", "9"])
    #expect(worker.statistics.frameCount == 5)
  }

  @Test("Events that the broker has taken are counted; those that it refuses as well, and hold nothing up")
  func counts() throws {
    var worker = try worker()
    _ = worker.turn(told(.connected), at: 0)
    _ = worker.turn(mail(events: ["1", "2"]), at: 0)
    _ = worker.turn(told(.taken(2)), at: 0)
    #expect(worker.statistics.eventCount == 1 && worker.statistics.waitingEventCount == 1)
    broker.state.update { $0.refusedTopic = "t/event" }
    _ = worker.turn(mail(events: ["3"]), at: 0)
    broker.state.update { $0.refusedTopic = nil }
    _ = worker.turn(mail(events: ["4"]), at: 0)
    #expect(words("/event") == ["1", "2", "4"])
    #expect(worker.statistics.droppedEventCount == 1)
  }

  @Test("How it goes is said at once after each connection, and then every ten seconds if there is news")
  func status() throws {
    var worker = try worker()
    _ = worker.turn(told(.connected), at: 0)
    for time in 1...30 { _ = worker.turn(mail(), at: Double(time)) }
    #expect(broker.sent("/status").count == 1)
    _ = worker.turn(mail(frame: "1"), at: 31)
    _ = worker.turn(mail(frame: "2"), at: 32)
    _ = worker.turn(mail(frame: "3"), at: 45)
    #expect(broker.sent("/status").map { $0.number("frames") ?? -1 } == [0, 1, 2])
    _ = worker.turn(told(.disconnected("gone"), .connected), at: 46)
    #expect(broker.sent("/status").map { $0.number("sequence") ?? -1 } == [1, 2, 3, 4])
  }

  @Test("Who asks for a picture gets the next frame's, where it wants it, with what it sent along")
  func snapshot() throws {
    var worker = try worker()
    _ = worker.turn(told(.connected), at: 0)
    var question = BrokerMessage(topic: CameraMessages.test.topics.snapshotRequest, payload: [])
    (question.responseTopic, question.correlation) = ("me/answers", [1, 2, 3])
    let requests = worker.turn(told(.received(question)), at: 0)
    #expect(requests.count == 1)
    var mail = mail()
    mail.sample = try Finds.frame(0).sampleBuffer
    _ = worker.turn(mail, at: 0)
    let answer = try #require(broker.sent("me/answers").first)
    #expect(answer.payload.starts(with: [0xff, 0xd8]) && answer.contentType == "image/jpeg")
    #expect(answer.correlation == [1, 2, 3])
    // The next is not before the client has got rid of this one, and not too soon.
    #expect(worker.turn(told(.received(question)), at: 5).isEmpty)
    #expect(worker.turn(told(.taken(2)), at: 5).count == 1)
  }

  @Test("A question that wants its answer under a topic of ours, or that was kept for whoever comes, is none")
  func strangers() throws {
    var worker = try worker()
    _ = worker.turn(told(.connected), at: 0)
    var question = BrokerMessage(topic: CameraMessages.test.topics.snapshotRequest, payload: [])
    question.responseTopic = "opencapture/1/hall/pi/other/status"
    #expect(worker.turn(told(.received(question)), at: 0).isEmpty)
    (question.responseTopic, question.isRetained) = (nil, true)
    #expect(worker.turn(told(.received(question)), at: 0).isEmpty)
    // Nor is a command, where nobody may ask for anything.
    let command = BrokerMessage(topic: CameraMessages.test.topics.command, payload: Array("{}".utf8))
    #expect(worker.turn(told(.received(command)), at: 0).isEmpty)
  }

  @Test("Home Assistant hears of the camera after each connection, and gets a picture every ten seconds")
  func homeAssistant() throws {
    var worker = try worker { $0.tellsHomeAssistant = true }
    #expect(worker.turn(told(.connected), at: 0).count == 1)
    #expect(broker.sent("/config").count == 3)
    var mail = mail()
    mail.sample = try Finds.frame(0).sampleBuffer
    _ = worker.turn(mail, at: 0)
    let number = broker.state.withLock { $0.sent.count }
    #expect(broker.sent("/snapshot").count == 1)
    _ = worker.turn(told(.taken(number)), at: 1)
    #expect(worker.turn(self.mail(), at: 9).isEmpty)
    #expect(worker.turn(self.mail(), at: 10).count == 1)
  }
}
