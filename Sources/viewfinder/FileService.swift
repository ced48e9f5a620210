import ArgumentParser
import OpenCaptureCommandSupport
import OpenCaptureIsolation

/// The service of the workers of `viewfinder`, which answer stream requests, or decode the pictures of a run.
struct FileService: WorkerService {
  private enum Work {
    case stream(StreamProcessing)
    case pictures(InputWalk)
  }

  private let libraries: WorkerLibraries
  private let work: Work

  init(_ settings: inout Message) throws {
    guard let libraries = WorkerLibraries(rawValue: try settings.number()) else { throw MessageError.damaged }
    var arguments: [String] = []
    for _ in 0..<min(try settings.count(), 1000) { arguments.append(try settings.text()) }
    guard let command = try ViewfinderCommand.parseAsRoot(arguments) as? RunCommand else {
      throw MessageError.damaged
    }
    self.libraries = libraries
    libraries.load()
    guard command.many.stream else {
      work = .pictures(FileProcessingRun.walk(of: command))
      return
    }
    let processing = try command.streamProcessing()
    processing.warmUp()
    work = .stream(processing)
  }

  var fonts: [String] { libraries.fontFolders }

  func answer(_ request: inout Message, through replies: ReplySender) throws -> Message {
    let request = try InputRequest(&request, replies)
    switch work {
    case .pictures(let walk): return walk.decode(request, through: replies)
    case .stream(var processing):
      processing.walk.reserve = { request.reserve($0) }
      let answer = processing.answer(
        request.input, { replies.send($0, as: .part) }, Heartbeat.sender(through: replies))
      return replies.last(answer)
    }
  }
}
