package import OpenCaptureIsolation
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// A worker that decodes a movie into memory that the command maps.
package final class MovieFrameService: WorkerService {
  /// The first number of the settings, which is no value of `WorkerLibraries`.
  static let mark: Int64 = -2

  private var movie: MovieReader?
  private var lent = LentFrames()

  package init(_ settings: inout Message) throws {
    guard try settings.number() == Self.mark else { throw MessageError.damaged }
    MovieEngine.loadCompletely()
  }

  package func answer(_ request: inout Message, through replies: ReplySender) throws -> Message {
    let request = try MovieRequest(&request, releasing: &lent)
    return replies.last { (reply) throws(MovieError) in try answer(request, in: &reply) }
  }

  /// Does what a request asks for, and adds the content of the reply.
  private func answer(_ request: MovieRequest, in reply: inout Message) throws(MovieError) {
    switch request {
    case .open(let file, let name, var options):
      options.sharesFrames = true
      let movie = try MovieReader(reading: file.number, name: name, options: options)
      self.movie = movie
      reply.add(movie.info)
    case .seek(let time, let tolerance): try movie?.seek(to: time, toleranceBefore: tolerance)
    case .next:
      let frame = try movie?.nextSharedSample()
      reply.add(frame != nil)
      guard let (sample, block) = frame else { return }
      let number = lent.lend(sample, in: block)
      do { try reply.add(sample, in: block, number: number) } catch {
        throw MovieError(.outOfMemory, subject: "", error)
      }
    }
  }
}

/// A request to a worker that decodes a movie.
enum MovieRequest {
  /// Opens the movie; the reply contains its information.
  case open(OwnedDescriptor, name: String, MovieReadingOptions)
  /// Decodes the next frame; the reply contains it, or says that the movie has ended.
  case next
  case seek(to: MediaTime, toleranceBefore: MediaTime)

  private enum Kind {
    static let open: Int64 = 0
    static let next: Int64 = 1
    static let seek: Int64 = 2
  }

  /// Returns the request as a message, with the frames that the command no longer uses.
  func message(releasing frames: BorrowedFrames) -> Message {
    var message = Message()
    frames.addReleased(to: &message)
    switch self {
    case .open(let file, let name, let options):
      message.add(Kind.open)
      message.add(name)
      message.add(options)
      message.attach(file)
    case .next: message.add(Kind.next)
    case .seek(let time, let tolerance):
      message.add(Kind.seek)
      message.add(time)
      message.add(tolerance)
    }
    return message
  }

  /// Reads a request.
  init(_ message: inout Message, releasing frames: inout LentFrames) throws(MessageError) {
    try frames.release(&message)
    switch try message.number() {
    case Kind.open:
      let name = try message.text()
      let options = try message.movieReadingOptions()
      guard let file = message.file else { throw .damaged }
      self = .open(file, name: name, options)
    case Kind.next: self = .next
    case Kind.seek: self = .seek(to: try message.time(), toleranceBefore: try message.time())
    default: throw .damaged
    }
  }
}
