import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@testable import OpenCapturePublishing

@Suite("A publisher on its own thread")
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
    for what: String, within timeout: Int = TimedOut.defaultTimeout, until condition: (FakeBroker.State) -> Bool
  ) throws {
    try TimedOut.unless(what, within: timeout) { deadline in
      broker.state.wait(until: deadline) { condition($0) ? true : nil } != nil
    }
  }

  /// Waits on a separate thread while a task continues, without a limit because all running tests delay the task.
  private func waitAside(for what: String, until condition: @escaping @Sendable (FakeBroker.State) -> Bool)
    async throws
  {
    try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread { done.resume(with: Result { try wait(for: what, within: 3600, until: condition) }) }
    }
  }

  @Test("The broker receives the start and end of a code and of the camera")
  func life() throws {
    let publisher = try publisher()
    broker.tell(.connected)
    let consumer = publisher.consumer { 4 }
    consumer.take(try TestDetections.frame(0, [TestDetections.code("a")]))
    try wait(for: "the event") { $0.sent.contains { $0.topic.hasSuffix("/event") } }
    consumer.finish()
    #expect(broker.sent("/event").map { $0.text("event") } == ["new", "end"])
    #expect(broker.sent("/event").map { $0.number("drops") } == [4, 4])
    #expect(broker.sent("/status").map { $0.text("state") } == ["online", "offline"])
    #expect(broker.state.withLock { $0.isEnded })
  }

  @Test("The next process publishes undelivered events first, with their own session")
  func nextProcess() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a/b")
      let first = try publisher(path)
      first.consumer().take(try TestDetections.frame(0, [TestDetections.code("a")]))
      first.finish()
      #expect(broker.sent("/event").isEmpty)
      let second = try publisher(path)
      second.consumer().take(try TestDetections.frame(0, [TestDetections.code("b")]))
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
    "A hanging broker does not block the caller; events are kept up to a limit, and the rest is counted")
  func hanging() throws {
    let gate = DispatchSemaphore(value: 0)
    let slow = SlowBroker(gate)
    let options = PublishingOptions(try BrokerAddress("mqtt://broker/hall"))
    let publisher = try MetadataPublisher(options, .test, slow)
    slow.tell(.connected)
    slow.isCalled.wait()
    // The publisher's thread is blocked in the broker; this thread continues.
    let consumer = publisher.consumer()
    for step in 0..<2500 {
      consumer.take(try TestDetections.frame(Double(step) / 10, [TestDetections.code("code \(step)")]))
    }
    gate.signal()
    consumer.finish()
    #expect(publisher.statistics.droppedEventCount > 1000)
    #expect(publisher.statistics.droppedFrameCount > 1000)
  }

  @Test("A command is executed, and its requester receives the result")
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

/// A broker that blocks each call of `publish` until released.
private final class SlowBroker: Broker {
  private struct HandlerState: Lockable { var tell: (@Sendable (BrokerEvent) -> Void)? }

  let isCalled = DispatchSemaphore(value: 0)
  private let gate: DispatchSemaphore
  private let handlerState = Locked(HandlerState())

  init(_ gate: DispatchSemaphore) { self.gate = gate }

  func start(_ tell: @escaping @Sendable (BrokerEvent) -> Void) { handlerState.withLock { $0.tell = tell } }

  func tell(_ event: BrokerEvent) { handlerState.withLock { $0.tell }?(event) }

  func resume() {}

  func publish(_ message: OutgoingMessage) -> PublishResult {
    isCalled.signal()
    gate.wait()
    gate.signal()
    return .accepted(1)
  }

  func subscribe(to topic: String) {}

  func end() {}
}
