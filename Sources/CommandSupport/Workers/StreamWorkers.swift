package import OpenCaptureIsolation
import OpenCaptureMetadata
package import OpenCapturePictures
import OpenCaptureSystem

/// The worker processes of a stream, which answer requests.
package struct StreamWorkers: Sendable {
  private let workers: InputWorkers

  /// The most detections in one answer.
  private static let maximumCount = 1 << 20

  /// Makes the workers, which parse the arguments of this process again.
  ///
  /// - Throws: ``CommandError`` if no process can be started.
  package init(limits: PictureLimits, deadline: Duration?, isLocked: Bool) throws(CommandError) {
    workers = try InputWorkers(limits: limits, deadline: deadline, isLocked: isLocked)
  }

  /// Answers a request for an input; detections in movies and pages are reported as soon as possible.
  @Sendable package func answer(
    _ input: Input, _ part: @escaping @Sendable (StreamAnswer) -> Void, _ isOver: @escaping @Sendable () -> Bool
  ) -> StreamAnswer {
    var found: [JSONLine] = []
    do {
      var last = try workers.process(input, isOver: isOver) { message throws(MessageError) in
        switch message.kind {
        case StreamReply.found.rawValue:
          guard found.count < Self.maximumCount else { throw .damaged }
          found.append(try message.object())
        case StreamReply.part.rawValue:
          part(try message.answer(found))
          found = []
        default: throw .damaged
        }
        return .part
      }
      return try last.answer(found)
    } catch let stop as WorkLimitError {
      return StreamAnswer(found: found, size: nil, failures: [], stop: stop)
    } catch {
      return StreamAnswer(found: found, size: nil, failures: [FileFailure(error, at: input.path)], stop: nil)
    }
  }
}

/// The kinds of replies of a stream's workers.
package enum StreamReply: UInt8 {
  /// A detection.
  case found = 32
  /// The end of a partial result.
  case part = 33
}

extension ReplySender {
  /// Sends the detections of an answer, and the end of a part.
  package func send(_ answer: StreamAnswer, as reply: StreamReply) {
    sendFound(answer)
    var message = Message(reply.rawValue)
    message.add(answer)
    send(message)
  }

  /// Sends the detections of the last answer, and returns the reply that ends the request.
  package func last(_ answer: StreamAnswer) -> Message {
    sendFound(answer)
    var message = Message.last()
    message.add(answer)
    return message
  }

  private func sendFound(_ answer: StreamAnswer) {
    for object in answer.found {
      var message = Message(StreamReply.found.rawValue)
      message.add(object.text)
      send(message)
    }
  }
}

extension Message {
  /// Adds an answer without its detections.
  fileprivate mutating func add(_ answer: StreamAnswer) {
    add(answer.status.rawValue)
    add(answer.size) { $0.add($1) }
    add(answer.fault.map { [$0.reported] } ?? [])
  }

  /// Returns an answer with detections that were received before.
  fileprivate mutating func answer(_ found: [JSONLine]) throws(MessageError) -> StreamAnswer {
    guard let status = StreamAnswer.Status(rawValue: try text()) else { throw .damaged }
    let size = try optional { (message) throws(MessageError) in try message.size() }
    let fault = try failures().first.map(FileFailure.init)
    try checkEnd()
    return StreamAnswer(status, found: found, size: size, fault: fault)
  }

  /// Returns a JSON object, which is checked, because it is printed.
  package mutating func object() throws(MessageError) -> JSONLine {
    let text = try text()
    guard (try? JSONMembers(Array(text.utf8))) != nil, !text.contains("\n") else { throw .damaged }
    return JSONLine(object: text)
  }
}
