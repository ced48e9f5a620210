package import OpenCaptureIsolation

/// The workers of a command: for its inputs, for a network camera, or for a movie in a window.
package enum CommandWorker<Inputs: WorkerService>: WorkerService {
  case inputs(Inputs)
  case camera(NetworkStreamService)
  case movie(MovieFrameService)

  package init(_ settings: inout Message) throws {
    var first = settings
    self =
      switch try first.number() {
      case NetworkStreamService.mark: .camera(try NetworkStreamService(&settings))
      case MovieFrameService.mark: .movie(try MovieFrameService(&settings))
      default: .inputs(try Inputs(&settings))
      }
  }

  package var fonts: [String] { if case .inputs(let service) = self { service.fonts } else { [] } }

  package var connection: WorkerConnection {
    switch self {
    case .inputs(let service): service.connection
    case .camera(let service): service.connection
    case .movie: .none
    }
  }

  package mutating func answer(_ request: inout Message, through replies: ReplySender) throws -> Message {
    switch self {
    case .inputs(var service):
      defer { self = .inputs(service) }
      return try service.answer(&request, through: replies)
    case .camera(let service): return try service.answer(&request, through: replies)
    case .movie(let service): return try service.answer(&request, through: replies)
    }
  }
}
