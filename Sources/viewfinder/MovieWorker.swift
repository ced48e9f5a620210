import Glibc
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureIsolation

/// The replies of a worker that processes a movie.
enum MovieReply: UInt8 {
  /// The information about a movie before its first frame, and the question where to write it.
  case movie = 64
  /// The question for the open output.
  case open = 65
  /// A detection as JSON.
  case object = 66
  /// The number of processed frames, and the question whether to go on.
  case progress = 67
  /// A note.
  case note = 68
  /// A problem that is not a failure.
  case warning = 69
  /// A frame for the window, and the questions whether to go on and whether focus peaking is on.
  case frame = 70
}

/// The processing of movies in a worker, which writes to a file that the command has opened.
struct MovieWorker {
  private let processors: [any FrameProcessor]
  private let renderer: FrameRenderer
  private let printsJSON: Bool
  private let isShown: Bool
  /// The folders of fonts for the labels in a written movie.
  let fonts: [String]

  /// Whether workers process the movies of a command; for a window without output, they only decode them.
  static func isUsed(by command: RunCommand) -> Bool { !command.isShown || command.output.output != nil }

  /// Loads all models and libraries; nil if the command must process movies, or reports what is missing.
  init?(_ command: RunCommand) {
    guard Self.isUsed(by: command), let processors = try? command.processing.make() else { return nil }
    self.processors = processors
    renderer = command.view.renderer
    printsJSON = command.output.json
    isShown = command.isShown
    fonts = command.output.output == nil ? [] : WorkerLibraries.documents.fontFolders
    StreamProcessing.warmUp(processors)
    if command.output.output != nil { drawOnce() }
  }

  /// Draws a label, so that the libraries for text are loaded.
  private func drawOnce() {
    guard let picture = try? PixelBuffer(format: .bgra, width: 64, height: 64) else { return }
    let face = FaceObject(faceID: 1, boundingBox: Rect(x: 0.2, y: 0.2, width: 0.5, height: 0.5))
    _ = try? renderer.picture(of: Frame(SampleBuffer(pixelBuffer: picture), metadataObjects: [face]))
  }

  /// Processes a movie as the command would.
  func process(_ movie: MovieReader, at path: InputPath, through replies: ReplySender) throws {
    var question = Message(MovieReply.movie.rawValue)
    question.add(movie.info)
    var answer = replies.ask(question)
    guard try answer.flag() else { throw ReportedError() }
    let file = try answer.optional { (answer) throws(MessageError) in try answer.outputFile(through: replies) }
    let processing = MovieProcessing(
      path: path, renderer: renderer, printsJSON: printsJSON, receiver: RemoteReceiver(replies))
    guard isShown else {
      try processing.run(movie, processors, to: file, soundOf: movie)
      return
    }
    let window = RemoteWindow(replies: replies)
    try processing.run(
      movie, [ToggledFocusPeaking(window.isPeaking)] + processors, to: file, soundOf: movie, shownBy: window
    ) { window.isLeft.withLock { $0 } }
  }
}

/// The consumer that passes frames to the command's window.
private struct RemoteWindow: FrameConsumer {
  let replies: ReplySender
  /// Whether focus peaking is on.
  let isPeaking = Locked(false)
  /// Whether the user has gone on to another file.
  let isLeft = Locked(false)

  func take(_ frame: Frame) throws {
    var question = Message(MovieReply.frame.rawValue)
    question.add(frame.metadataObjects)
    try question.add(frame.sampleBuffer, in: nil, number: 0)
    var answer = replies.ask(question)
    let goesOn = try answer.flag()
    let peaks = try answer.flag()
    isLeft.withLock { $0 = !goesOn }
    isPeaking.withLock { $0 = peaks }
  }
}

/// A movie that a worker processes and the window shows.
struct ShownMovie {
  private var window: MovieWindowConsumer
  /// The number of frames so far.
  private(set) var frameCount = 0
  /// Whether the user went on to another file before the last frame.
  private(set) var isCut = false

  init(in window: MovieWindowConsumer) { self.window = window }

  /// Shows the frame of a reply, and returns the answer.
  mutating func show(_ reply: inout Message) throws(MessageError) -> Message {
    let objects = try reply.metadataObjects()
    var blocks = FrameBlocks()
    window.take(Frame(try reply.movieFrame(in: &blocks) { _ in }, metadataObjects: objects))
    frameCount += 1
    isCut = window.isLeft
    var answer = Message(answer: !isCut)
    answer.add(window.isPeaking)
    return answer
  }
}

/// The receiver that passes results to the command.
private final class RemoteReceiver: MovieResultReceiver {
  private struct State: Lockable {
    var isOutputClosed = false
    /// The time of the last question, in seconds.
    var asked = 0.0
  }

  /// The interval between questions in seconds, so that an interruption is noticed soon.
  private static let interval = 0.1

  private let replies: ReplySender
  private let state = Locked(State())

  init(_ replies: ReplySender) { self.replies = replies }

  var isOutputClosed: Bool { state.withLock { $0.isOutputClosed } }

  func write(_ lines: [UInt8]) {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      send(.object, String(decoding: line, as: UTF8.self))
    }
  }

  func update(done: Int, of total: Int?) {
    state.withLock { state in
      let now = MonotonicClock.seconds()
      guard now - state.asked >= Self.interval else { return }
      state.asked = now
      var question = Message(MovieReply.progress.rawValue)
      question.add(done)
      question.add(total) { $0.add($1) }
      var answer = replies.ask(question)
      state.isOutputClosed = (try? answer.flag()) != true
    }
  }

  func fail(_ failure: FileFailure) { replies.send(failure) }

  func warn(_ warning: String, on source: InputPath) { send(.warning, warning) }

  func note(_ note: @autoclosure () -> String, on source: InputPath) { send(.note, note()) }

  private func send(_ kind: MovieReply, _ text: String) {
    var message = Message(kind.rawValue)
    message.add(text)
    replies.send(message)
  }
}

/// The output of a movie that a worker processes; the command opens and finishes it.
struct WorkerMovieOutput {
  private let file: OutputFile?
  private var movie: MovieFile?
  private var unfinished: UnfinishedWork?

  /// Makes the output, which is opened when the first frame is written; nil for none.
  init(_ file: OutputFile?) { self.file = file }

  /// The answer that describes the output.
  var description: Message {
    var answer = Message(answer: true)
    answer.add(file) { answer, file in
      answer.add(file.path)
      answer.add(file.stream != nil)
    }
    return answer
  }

  /// Opens the output, and returns the answer with its descriptor, or with the failure; nil without an output.
  mutating func open() -> Message? {
    guard let file else { return nil }
    var answer = Message()
    do throws(CaptureError) {
      let opened = if let known = movie?.descriptor ?? file.stream { known } else { try openMovie(file) }
      unfinished = unfinished ?? UnfinishedWork()
      answer.add(true)
      answer.add(movie?.isNew ?? false)
      answer.attach(OwnedDescriptor(fcntl(opened, F_DUPFD_CLOEXEC, 0)))
    } catch {
      answer.add(false)
      answer.add(error.subject)
      answer.add(error.reason)
      answer.add(error.hint) { $0.add($1) }
    }
    return answer
  }

  private mutating func openMovie(_ file: OutputFile) throws(CaptureError) -> Int32 {
    let opened = try file.openMovie()
    movie = opened
    return opened.descriptor
  }

  /// Completes the output after the worker, and returns the error; an empty new file is deleted.
  func finish() -> CaptureError? {
    guard let movie, let file else { return nil }
    if movie.isEmpty {
      movie.discard()
      return nil
    }
    do throws(MovieError) { try movie.finish() } catch {
      return CaptureError(.cannotWrite, subject: String(decoding: file.path, as: UTF8.self), error)
    }
    return nil
  }
}

extension Message {
  /// Returns the output of a movie, which the command opens when it is needed.
  fileprivate mutating func outputFile(through replies: ReplySender) throws(MessageError) -> OutputFile {
    let path = try list()
    guard try flag() else {
      return OutputFile(path: path) { () throws(CaptureError) in
        let (descriptor, isNew) = try Self.openOutput(through: replies)
        return MovieFile(lent: descriptor, name: String(decoding: path, as: UTF8.self), isNew: isNew)
      }
    }
    let stream: Int32
    do throws(CaptureError) { stream = try Self.openOutput(through: replies).descriptor } catch { throw .damaged }
    return OutputFile(stream: stream, as: .stream)
  }

  /// Asks the command for the open output.
  private static func openOutput(
    through replies: ReplySender
  ) throws(CaptureError) -> (descriptor: Int32, isNew: Bool) {
    var answer = replies.ask(Message(MovieReply.open.rawValue))
    let result: Result<(descriptor: Int32, isNew: Bool), CaptureError>
    do throws(MessageError) { result = try answer.output() } catch {
      result = .failure(CaptureError(.cannotWrite, subject: "", reason: "the command does not open the output"))
    }
    return try result.get()
  }

  private mutating func output() throws(MessageError) -> Result<(descriptor: Int32, isNew: Bool), CaptureError> {
    guard try flag() else {
      return .failure(
        CaptureError(
          .cannotWrite, subject: try text(), reason: try text(), hint: try optionalText()))
    }
    let isNew = try flag()
    guard let file else { throw .damaged }
    return .success((fcntl(file.number, F_DUPFD_CLOEXEC, 0), isNew))
  }
}
