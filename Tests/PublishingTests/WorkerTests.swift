import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@testable import OpenCapturePublishing

@Suite("The publisher's worker")
struct WorkerTests {
  private let broker = FakeBroker()

  private func worker(
    takesCommands: Bool = false, _ change: (inout PublishingOptions) -> Void = { _ in }
  ) throws -> PublishingWorker {
    var options = PublishingOptions(try BrokerAddress("mqtt://broker/hall"))
    change(&options)
    return PublishingWorker(.test, options, broker, EventQueue(nil), takesCommands: takesCommands, at: 0)
  }

  private func brokerMail(_ events: BrokerEvent...) -> PublishingMailbox.Mail {
    var mail = PublishingMailbox.Mail()
    mail.brokerEvents = events
    return mail
  }

  private func mail(events: [String] = [], frame: String? = nil) -> PublishingMailbox.Mail {
    var mail = PublishingMailbox.Mail()
    mail.events = events.map { .event($0) }
    mail.frame = frame.map { OutgoingMessage(.transient, topic: "t/frame", payload: Array($0.utf8)) }
    return mail
  }

  private func words(_ ending: String) -> [String] { broker.sent(ending).map(\.words) }

  @Test("After connecting, the worker sends the status and then waiting events in order")
  func order() throws {
    var worker = try worker()
    _ = worker.turn(mail(events: ["1", "2"]), at: 0)
    #expect(broker.state.withLock { $0.sent.isEmpty })
    _ = worker.turn(brokerMail(.connected), at: 1)
    #expect(broker.sent("/status").map { $0.text("state") } == ["online"])
    #expect(words("/event") == ["1", "2"])
    _ = worker.turn(mail(events: ["3"]), at: 2)
    #expect(words("/event") == ["1", "2", "3"])
    #expect(broker.state.withLock { $0.subscriptions } == ["opencapture/1/hall/pi/usb-door/snapshot/get"])
  }

  @Test("Only the newest frame is sent, older ones are counted, and few are unconfirmed at a time")
  func frames() throws {
    var worker = try worker()
    _ = worker.turn(mail(frame: "1"), at: 0)
    _ = worker.turn(mail(frame: "2"), at: 0)
    _ = worker.turn(brokerMail(.connected), at: 1)
    for frame in 3...9 { _ = worker.turn(mail(frame: "\(frame)"), at: 1) }
    #expect(words("/frame") == ["2", "3", "4", "5"])
    #expect(worker.statistics.droppedFrameCount == 1 + 3)
    // The status message has number 1.
    _ = worker.turn(brokerMail(.confirmDelivery(2)), at: 1)
    #expect(words("/frame") == ["2", "3", "4", "5", "9"])
    #expect(worker.statistics.frameCount == 5)
  }

  @Test("Confirmed and rejected events are counted, and rejected ones block nothing")
  func counts() throws {
    var worker = try worker()
    _ = worker.turn(brokerMail(.connected), at: 0)
    _ = worker.turn(mail(events: ["1", "2"]), at: 0)
    _ = worker.turn(brokerMail(.confirmDelivery(2)), at: 0)
    #expect(worker.statistics.eventCount == 1 && worker.statistics.waitingEventCount == 1)
    broker.state.update { $0.refusedTopic = "t/event" }
    _ = worker.turn(mail(events: ["3"]), at: 0)
    broker.state.update { $0.refusedTopic = nil }
    _ = worker.turn(mail(events: ["4"]), at: 0)
    #expect(words("/event") == ["1", "2", "4"])
    #expect(worker.statistics.droppedEventCount == 1)
  }

  @Test("The status is sent after each connection, and every ten seconds if it changed")
  func status() throws {
    var worker = try worker()
    _ = worker.turn(brokerMail(.connected), at: 0)
    for time in 1...30 { _ = worker.turn(mail(), at: Double(time)) }
    #expect(broker.sent("/status").count == 1)
    _ = worker.turn(mail(frame: "1"), at: 31)
    _ = worker.turn(mail(frame: "2"), at: 32)
    _ = worker.turn(mail(frame: "3"), at: 45)
    #expect(broker.sent("/status").map { $0.number("frames") ?? -1 } == [0, 1, 2])
    _ = worker.turn(brokerMail(.disconnected("gone"), .connected), at: 46)
    #expect(broker.sent("/status").map { $0.number("sequence") ?? -1 } == [1, 2, 3, 4])
  }

  @Test("A picture request is answered with the next frame, at its response topic, with its correlation data")
  func snapshot() throws {
    var worker = try worker()
    _ = worker.turn(brokerMail(.connected), at: 0)
    var question = BrokerMessage(topic: CameraMessages.test.topics.snapshotRequest, payload: [])
    question.responseTopic = "me/answers"
    question.correlation = [1, 2, 3]
    let requests = worker.turn(brokerMail(.received(question)), at: 0)
    #expect(requests.count == 1)
    var mail = mail()
    mail.sample = try TestDetections.frame(0).sampleBuffer
    _ = worker.turn(mail, at: 0)
    let answer = try #require(broker.sent("me/answers").first)
    #expect(answer.payload.starts(with: [0xff, 0xd8]) && answer.contentType == "image/jpeg")
    #expect(answer.correlation == [1, 2, 3])
    // The next answer waits until this one is sent, and for the minimum interval.
    #expect(worker.turn(brokerMail(.received(question)), at: 5).isEmpty)
    #expect(worker.turn(brokerMail(.confirmDelivery(2)), at: 5).count == 1)
  }

  @Test("Requests with a response topic of OpenCapture and retained requests are ignored")
  func strangers() throws {
    var worker = try worker()
    _ = worker.turn(brokerMail(.connected), at: 0)
    var question = BrokerMessage(topic: CameraMessages.test.topics.snapshotRequest, payload: [])
    question.responseTopic = "opencapture/1/hall/pi/other/status"
    #expect(worker.turn(brokerMail(.received(question)), at: 0).isEmpty)
    question.responseTopic = nil
    question.isRetained = true
    #expect(worker.turn(brokerMail(.received(question)), at: 0).isEmpty)
    // Commands are ignored as well unless enabled.
    let command = BrokerMessage(topic: CameraMessages.test.topics.command, payload: Array("{}".utf8))
    #expect(worker.turn(brokerMail(.received(command)), at: 0).isEmpty)
  }

  @Test("The state of the recording is sent after each connection and each change, if commands are accepted")
  func recording() throws {
    var worker = try worker(takesCommands: true)
    func mail(_ isRecording: Bool) -> PublishingMailbox.Mail {
      var mail = PublishingMailbox.Mail()
      mail.isRecording = isRecording
      return mail
    }
    func sent() -> [String] { broker.sent("/recording").map { $0.words.contains("true") ? "on" : "off" } }
    _ = worker.turn(mail(true), at: 0)
    #expect(sent().isEmpty)
    _ = worker.turn(brokerMail(.connected), at: 1)
    #expect(sent() == ["on"] && broker.sent("/recording").allSatisfy { $0.kind == .state })
    _ = worker.turn(mail(true), at: 2)
    _ = worker.turn(mail(false), at: 3)
    #expect(sent() == ["on", "off"])
    _ = worker.turn(brokerMail(.disconnected("lost")), at: 4)
    _ = worker.turn(brokerMail(.connected), at: 5)
    #expect(sent() == ["on", "off", "off"])
    var other = try self.worker()
    _ = other.turn(brokerMail(.connected), at: 6)
    _ = other.turn(mail(true), at: 7)
    #expect(sent() == ["on", "off", "off"])
  }

  @Test("Home Assistant is notified after each connection and receives a picture every ten seconds")
  func homeAssistant() throws {
    var worker = try worker { $0.announcesToHomeAssistant = true }
    #expect(worker.turn(brokerMail(.connected), at: 0).count == 1)
    #expect(broker.sent("/config").count == 6)
    var mail = mail()
    mail.sample = try TestDetections.frame(0).sampleBuffer
    _ = worker.turn(mail, at: 0)
    let number = broker.state.withLock { $0.sent.count }
    #expect(broker.sent("/snapshot").count == 1)
    _ = worker.turn(brokerMail(.confirmDelivery(number)), at: 1)
    #expect(worker.turn(self.mail(), at: 9).isEmpty)
    #expect(worker.turn(self.mail(), at: 10).count == 1)
  }
}
