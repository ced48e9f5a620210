package import OpenCaptureIsolation
import OpenCaptureMediaSamples
package import OpenCaptureMovies
package import OpenCapturePictures
import OpenCaptureSystem

/// A processor of an input's content that a worker decodes; the worker also processes movies.
package protocol WorkerVisitor: InputVisitor {
  /// Receives a reply of the worker's service about a movie, and answers questions.
  ///
  /// - Throws: `MessageError` if the reply is invalid.
  mutating func receive(
    _ reply: inout Message
  ) throws(MessageError) -> WorkerPool<WorkerLibraries>.Reception
}

/// The worker processes of a command that decode pictures and documents, which the command processes, and movies.
package struct PictureWorkers: Sendable {
  private let workers: InputWorkers
  private let limits: PictureLimits

  /// Makes the workers, which parse the arguments of this process again; none starts yet.
  ///
  /// - Parameters:
  ///   - writesMovies: Whether workers encode movies.
  ///   - isLocked: Whether workers give up their rights.
  /// - Throws: ``CommandError`` if no process can be started.
  package init(limits: PictureLimits, writesMovies: Bool, isLocked: Bool) throws(CommandError) {
    self.limits = limits
    workers = try InputWorkers(
      limits: limits, deadline: nil, additionalMemory: writesMovies ? Self.encoderMemory : 0, isLocked: isLocked)
  }

  /// The memory of an encoder that delays 60 frames of 8K, in bytes.
  private static let encoderMemory = 3 << 30

  /// Opens a movie that ``process(_:with:)`` has declined, in a worker of its own that decodes frame by frame.
  ///
  /// - Parameter isOver: Whether no more frames are needed.
  package func movie(_ input: Input, isOver: @escaping @Sendable () -> Bool) throws -> WorkerMovieReader {
    try workers.movie(input, isOver: isOver)
  }

  /// Opens an input whose content can be read only once, so that it can be read several times.
  package func opened(_ input: Input) throws -> Input { try workers.opened(input) }

  /// Decodes an input in a worker, and passes its pictures to a visitor.
  ///
  /// An interruption ends the work, except on a movie, which the visitor ends so that it is playable.
  ///
  /// - Returns: Whether the input was processed; false for a movie that the service does not process.
  package func process(_ input: Input, with visitor: inout some WorkerVisitor) -> Bool {
    let isMovie = Locked(false)
    do {
      var last = try workers.process(
        input, isOver: { Interruption.isRequested && !isMovie.withLock { $0 } }
      ) { message throws(MessageError) in
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
        case nil:
          isMovie.withLock { $0 = true }
          return try visitor.receive(&message)
        }
      }
      let isUnprocessed = try last.flag()
      try last.checkEnd()
      return !isUnprocessed
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
  /// A failure of the input, of a page, or of a movie.
  case failure = 49
  /// The question whether a document with a number of pages can be processed.
  case document = 50
  /// The question after a page whether another one is needed.
  case endOfPage = 51
}

extension InputWalk {
  /// Decodes the input of a request in a worker, and sends its pictures.
  ///
  /// - Parameter movie: Processes a movie; nil if the command processes movies.
  package func decode(
    _ request: InputRequest, through replies: ReplySender, movie: ((MovieReader) throws -> Void)?
  ) -> Message {
    var walk = self
    walk.reserve = { request.reserve($0) }
    var visit = PictureVisit(path: request.input.path, replies: replies, processMovie: movie)
    walk.process(request.input, isOver: Heartbeat.sender(through: replies), with: &visit)
    var last = Message.last()
    last.add(visit.isUnprocessed)
    return last
  }
}

/// The decoding of one input, which sends its pictures.
private struct PictureVisit: InputVisitor {
  let path: InputPath
  let replies: ReplySender
  let processMovie: ((MovieReader) throws -> Void)?
  /// Whether the input is a movie that the command must process.
  var isUnprocessed = false

  mutating func process(_ movie: MovieReader) throws {
    guard let processMovie else { return isUnprocessed = true }
    try processMovie(movie)
  }

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

  func check(pageCount: Int) throws {
    var question = Message(PictureReply.document.rawValue)
    question.add(pageCount)
    if !ask(question) { throw ReportedError() }
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
    guard !(error is ReportedError), let failure = input.failure(for: error) else { return }
    replies.send(failure)
  }
}

/// The end of the work on an input that the program rejects; the program has reported the reason.
package struct ReportedError: Error {
  package init() {}
}

extension ReplySender {
  /// Sends a failure of the input.
  package func send(_ failure: FileFailure) {
    var message = Message(PictureReply.failure.rawValue)
    message.add([failure.reported])
    send(message)
  }
}

extension Message {
  /// Makes the answer to a question.
  package init(answer: Bool) {
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
