import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@testable import OpenCapturePublishing

@Suite("A publisher, beside the frames")
struct PublisherTests {
  private let broker = FakeBroker()

  private func publisher(
    _ folder: String? = nil, perform: MetadataPublisher.CommandHandler? = nil
  ) throws -> MetadataPublisher {
    var options = PublishingOptions(try BrokerAddress("mqtt://broker/hall"))
    options.folder = folder
    return try MetadataPublisher(options, .test, broker, perform: perform)
  }

  private func wait(
    for what: String, within patience: Int = TimedOut.patience, until condition: (FakeBroker.State) -> Bool
  ) throws {
    try TimedOut.unless(what, within: patience) { deadline in
      broker.state.wait(until: deadline) { condition($0) ? true : nil } != nil
    }
  }

  /// The same on a thread of its own, where a task has to go on meanwhile: behind those of all tests that run.
  private func waitAside(for what: String, until condition: @escaping @Sendable (FakeBroker.State) -> Bool)
    async throws
  {
    try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread { done.resume(with: Result { try wait(for: what, within: 3600, until: condition) }) }
    }
  }

  @Test("A code's whole life gets to the broker, and at the end the camera's")
  func life() throws {
    let publisher = try publisher()
    broker.tell(.connected)
    let consumer = publisher.consumer { 4 }
    consumer.take(try Finds.frame(0, [Finds.code("a")]))
    try wait(for: "the event") { $0.sent.contains { $0.topic.hasSuffix("/event") } }
    consumer.finish()
    #expect(broker.sent("/event").map { $0.text("event") } == ["new", "end"])
    #expect(broker.sent("/event").map { $0.number("drops") } == [4, 4])
    #expect(broker.sent("/status").map { $0.text("state") } == ["online", "offline"])
    #expect(broker.state.withLock { $0.isEnded })
  }

  @Test("What the broker didn't take is published by the next process, first and in its own session's words")
  func nextProcess() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a/b")
      let first = try publisher(path)
      first.consumer().take(try Finds.frame(0, [Finds.code("a")]))
      first.finish()
      #expect(broker.sent("/event").isEmpty)
      let second = try publisher(path)
      second.consumer().take(try Finds.frame(0, [Finds.code("b")]))
      broker.tell(.connected)
      try wait(for: "all events") { $0.sent.count { $0.topic.hasSuffix("/event") } == 3 }
      second.finish()
      let texts = broker.sent("/event").map { ($0.members["object"] as? [String: Any])?["text"] as? String }
      #expect(texts == ["a", "a", "b", "b"])
      let error = #expect(throws: PublishingError.self) { try publisher(folder.file("file", []).path + "/x") }
      #expect(error?.code == .cannotKeep)
    }
  }

  @Test(
    "Who hands frames over isn't held up by a broker that hangs: events are kept to a bound, the rest is counted")
  func hanging() throws {
    let gate = DispatchSemaphore(value: 0)
    let slow = SlowBroker(gate)
    let options = PublishingOptions(try BrokerAddress("mqtt://broker/hall"))
    let publisher = try MetadataPublisher(options, .test, slow)
    slow.tell(.connected)
    slow.isCalled.wait()
    // Its thread waits within the broker now; this one goes on all the same.
    let consumer = publisher.consumer()
    for step in 0..<2500 {
      consumer.take(try Finds.frame(Double(step) / 10, [Finds.code("code \(step)")]))
    }
    gate.signal()
    consumer.finish()
    #expect(publisher.statistics.droppedEventCount > 1000)
    #expect(publisher.statistics.droppedFrameCount > 1000)
  }

  @Test("A command is carried out, and who asked is told what became of it")
  func commands() async throws {
    struct NoPhotos: Error, CustomStringConvertible { let description = "no photos" }
    let asked = Log<String>()
    let publisher = try publisher { json in
      asked.append(String(decoding: json, as: UTF8.self))
      if asked.count > 1 { throw NoPhotos() }
    }
    broker.tell(.connected)
    var question = BrokerMessage(topic: CameraMessages.test.topics.command, payload: Array("{}".utf8))
    question.responseTopic = "me"
    for count in 1...2 {
      question.correlation = [UInt8(count)]
      broker.tell(.received(question))
      try await waitAside(for: "answer \(count)") { $0.sent.count { $0.topic == "me" } == count }
    }
    let answers = broker.sent("me")
    #expect(answers.map { $0.members["ok"] as? Bool } == [true, false])
    #expect(answers.map(\.correlation) == [[1], [2]] && answers.last?.text("error") == "no photos")
    publisher.finish()
  }
}

/// A broker in which whoever publishes waits until it may go on.
private final class SlowBroker: Broker {
  private struct Told: Lockable { var tell: (@Sendable (BrokerEvent) -> Void)? }

  let isCalled = DispatchSemaphore(value: 0)
  private let gate: DispatchSemaphore
  private let told = Locked(Told())

  init(_ gate: DispatchSemaphore) { self.gate = gate }

  func start(_ tell: @escaping @Sendable (BrokerEvent) -> Void) { told.withLock { $0.tell = tell } }

  func tell(_ event: BrokerEvent) { told.withLock { $0.tell }?(event) }

  func resume() {}

  func publish(_ message: OutgoingMessage) -> BrokerOutcome {
    isCalled.signal()
    gate.wait()
    gate.signal()
    return .accepted(1)
  }

  func subscribe(to topic: String) {}

  func end() {}
}
