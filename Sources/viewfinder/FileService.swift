import ArgumentParser
import OpenCaptureCommandSupport
import OpenCaptureIsolation

/// The service of the workers of `viewfinder`, which answer stream requests, or decode the inputs of a run.
struct FileService: WorkerService {
  private enum Work {
    case stream(StreamProcessing)
    case files(InputWalk, MovieWorker?)
  }

  private let libraries: WorkerLibraries
  private let work: Work

  init(_ settings: inout Message) throws {
    guard let libraries = WorkerLibraries(rawValue: try settings.number()) else { throw MessageError.damaged }
    var arguments: [String] = []
    for _ in 0..<(try settings.count()) { arguments.append(try settings.text()) }
    guard let command = try ViewfinderCommand.parseAsRoot(arguments) as? RunCommand else {
      throw MessageError.damaged
    }
    self.libraries = libraries
    libraries.load()
    guard command.many.stream else {
      work = .files(FileProcessingRun.walk(of: command), libraries == .media ? MovieWorker(command) : nil)
      return
    }
    let processing = try command.streamProcessing()
    processing.warmUp()
    work = .stream(processing)
  }

  var fonts: [String] {
    if case .files(_, let movies?) = work { movies.fonts } else { libraries.fontFolders }
  }

  func answer(_ request: inout Message, through replies: ReplySender) throws -> Message {
    let request = try InputRequest(&request, replies)
    switch work {
    case .files(let walk, let movies):
      let process = movies.map { movies in
        { try movies.process($0, at: request.input.path, through: replies) }
      }
      return walk.decode(request, through: replies, movie: process)
    case .stream(var processing):
      processing.walk.reserve = { request.reserve($0) }
      let answer = processing.answer(
        request.input, { replies.send($0, as: .part) }, Heartbeat.sender(through: replies))
      return replies.last(answer)
    }
  }
}
