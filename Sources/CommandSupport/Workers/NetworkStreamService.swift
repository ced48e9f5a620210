package import OpenCaptureIsolation
import OpenCaptureMovies
import OpenCaptureNetworkCameras
import OpenCaptureSession
import OpenCaptureSystem

/// A worker that connects to a network camera, and decodes its stream into memory that the command maps.
///
/// It connects with the rights of a command for that camera. Before the first frame is decoded for the command, it
/// keeps the open connection only.
package final class NetworkStreamService: WorkerService {
  /// The first number of the settings, which is no value of `WorkerLibraries`.
  static let mark: Int64 = -1

  private let reader: Result<DecodingStreamReader, MovieError>
  package let connection: WorkerConnection
  private var lent = LentFrames()

  package init(_ settings: inout Message) throws {
    guard try settings.number() == Self.mark else { throw MessageError.damaged }
    let isLocked = try settings.flag()
    let address = try settings.streamAddress()
    let name = try settings.text()
    if isLocked { _ = try Sandbox(forWorkerAt: address).enter() }
    connection = address.usesDatagrams ? .datagrams : .stream
    MovieEngine.loadCompletely()
    reader = Result { () throws(MovieError) in
      try DecodingStreamReader(address, name: name, sharesFrames: true)
    }
  }

  package func answer(_ request: inout Message, through replies: ReplySender) throws -> Message {
    let isFrame = try request.flag()
    try lent.release(&request)
    return replies.last { (reply) throws(MovieError) in
      let reader = try reader.get()
      guard isFrame else { return reply.add(reader.info) }
      let frame = try reader.next()
      let number = lent.lend(frame.sample, in: frame.block)
      do { try reply.add(frame, number: number) } catch { throw MovieError(.outOfMemory, subject: "", error) }
    }
  }
}

extension Sandbox {
  /// Makes the sandbox in which a worker connects to a camera.
  fileprivate init(forWorkerAt address: NetworkStreamAddress) throws {
    self.init(
      port: try NetworkCameraAddress(address.text).port, certificates: address.certificates,
      usesDatagrams: address.usesDatagrams)
    usesWorkers = true
  }
}
