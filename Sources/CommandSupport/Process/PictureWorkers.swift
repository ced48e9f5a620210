package import OpenCaptureIsolation
import OpenCaptureMediaSamples
import OpenCaptureMovies
package import OpenCapturePictures
import OpenCaptureSystem

/// The worker processes of a command that decode pictures and documents; the command processes them.
package struct PictureWorkers: Sendable {
  private let workers: InputWorkers
  private let limits: PictureLimits

  /// Makes the workers, which parse the arguments of this process again; none starts yet.
  ///
  /// - Throws: ``CommandError`` if no process can be started.
  package init(limits: PictureLimits, isLocked: Bool) throws(CommandError) {
    self.limits = limits
    workers = try InputWorkers(limits: limits, deadline: nil, isLocked: isLocked)
  }

  /// Decodes an input in a worker, and passes its pictures to a visitor.
  ///
  /// - Returns: Whether the input was processed; false for a movie, which must be opened in this process.
  package func process(_ input: Input, with visitor: inout some InputVisitor) -> Bool {
    do {
      var last = try workers.process(input, isOver: { Interruption.isRequested }) { message throws(MessageError) in
        switch PictureReply(rawValue: message.kind) {
        case .picture:
          let picture = try message.stillPicture(limit: limits.maximumPixelCount)
          do { try visitor.process(picture) } catch { visitor.record(error, of: input) }
          return .part
        case .failure:
          for failure in try message.failures() { visitor.record(FileFailure(failure), of: input) }
          return .part
        case .document:
          let pageCount = try message.count()
          do { try visitor.check(pageCount: pageCount) } catch {
            visitor.record(error, of: input)
            return .answer(Message(answer: false))
          }
          return .answer(Message(answer: true))
        case .endOfPage:
          return .answer(Message(answer: visitor.finish(try message.page())))
        case nil: throw .damaged
        }
      }
      let isMovie = try last.flag()
      try last.checkEnd()
      return !isMovie
    } catch is WorkLimitError {
      return true
    } catch {
      visitor.record(error, of: input)
      return true
    }
  }
}

/// The kinds of replies of workers that decode pictures.
private enum PictureReply: UInt8 {
  /// A picture or page.
  case picture = 48
  /// A failure of the input or of a page.
  case failure = 49
  /// The question whether a document with a number of pages can be processed.
  case document = 50
  /// The question after a page whether another one is needed.
  case endOfPage = 51
}

extension InputWalk {
  /// Decodes the input of a request in a worker, and sends its pictures.
  package func decode(_ request: InputRequest, through replies: ReplySender) -> Message {
    var walk = self
    walk.reserve = { request.reserve($0) }
    var visit = PictureVisit(path: request.input.path, replies: replies)
    walk.process(request.input, isOver: Heartbeat.sender(through: replies), with: &visit)
    var last = Message.last()
    last.add(visit.isMovie)
    return last
  }
}

/// The decoding of one input, which sends its pictures.
private struct PictureVisit: InputVisitor {
  let path: InputPath
  let replies: ReplySender
  /// Whether the input is a movie, which is not decoded.
  var isMovie = false

  mutating func process(_ movie: MovieReader) { isMovie = true }

  mutating func process(_ picture: StillPicture) throws {
    var sample: SampleBuffer?
    var damage: FileFailure?
    do { try picture.decode { sample = $0 } } catch {
      guard sample != nil else { throw error }
      damage = FileFailure(error, at: path)
    }
    guard let sample else { return }
    var message = Message(PictureReply.picture.rawValue)
    message.add(picture.format)
    message.add(picture.page) { $0.add($1) }
    message.add(damage.map { [$0.reported] } ?? [])
    try message.add(sample)
    replies.send(message)
  }

  /// A document that the program rejects, and reports itself.
  private struct Rejection: Error {}

  func check(pageCount: Int) throws {
    var question = Message(PictureReply.document.rawValue)
    question.add(pageCount)
    if !ask(question) { throw Rejection() }
  }

  mutating func finish(_ page: PageNumber) -> Bool {
    var question = Message(PictureReply.endOfPage.rawValue)
    question.add(page)
    return ask(question)
  }

  private func ask(_ question: Message) -> Bool {
    var answer = replies.ask(question)
    return (try? answer.flag()) ?? false
  }

  mutating func record(_ error: any Error, of input: Input) {
    guard !(error is Rejection), let failure = input.failure(for: error) else { return }
    var message = Message(PictureReply.failure.rawValue)
    message.add([failure.reported])
    replies.send(message)
  }
}

extension Message {
  /// Makes the answer to a question.
  fileprivate init(answer: Bool) {
    self.init()
    add(answer)
  }

  fileprivate mutating func add(_ page: PageNumber) {
    add(page.number)
    add(page.count)
  }

  fileprivate mutating func page() throws(MessageError) -> PageNumber {
    let number = try count()
    return PageNumber(number: number, count: try count())
  }

  /// Returns a decoded picture.
  fileprivate mutating func stillPicture(limit: Int) throws(MessageError) -> StillPicture {
    let format = try text()
    let page = try optional { (message) throws(MessageError) in try message.page() }
    let damage = try failures().first.map(FileFailure.init)
    let picture = try picture(limit: limit)
    try checkEnd()
    return StillPicture(picture, format: format, page: page, damage: damage)
  }
}
