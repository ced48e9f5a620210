import Glibc
import OpenCapturePictures
import OpenCaptureSystem

extension Input {
  /// What a request of a stream names, or brings along; what comes through a named pipe is read at once.
  ///
  /// - Parameters:
  ///   - mostBytes: How many bytes may come through a pipe.
  ///   - crew: Which doesn't wait for who writes to a pipe.
  /// - Returns: nil where the run ended during the wait for it.
  /// - Throws: ``StreamFault``, ``SystemError`` or `PictureError` where there is nothing to work on.
  static func of(_ content: StreamRequest.Content, mostBytes: Int, _ crew: StreamCrew) throws -> Input? {
    switch content {
    case .nothing(let fault): throw fault
    case .bytes(let data): return Input(data: data)
    case .path(let path):
      try path.checkAsRequested()
      guard FileKind(of: path) == .pipe else { return Input(path: path, isNamed: true) }
      return try crew.wait { try InterruptibleReader.readPipe(at: path, limit: mostBytes) }.map { Input(data: $0) }
    }
  }
}

extension InputPath {
  /// Makes sure that a request may name it.
  fileprivate func checkAsRequested() throws(StreamFault) {
    guard !isStandardInput else {
      throw .cannotOpen("standard input is the stream itself; ./- is a file of that name")
    }
    guard !bytes.isEmpty, !bytes.contains(0) else { throw .cannotOpen("this can't be the name of a file") }
    guard let kind = FileKind(of: self) else {
      guard NetworkAddress.advice(self, command: "") == nil else {
        throw .cannotOpen("this is an address, not a name of a file; send what is there in line")
      }
      return
    }
    // Another name of the stream, such as /dev/stdin, would take from it what others ask for.
    guard kind == .regular || kind == .directory || FileIdentity(of: self) != FileIdentity(of: STDIN_FILENO) else {
      throw .cannotOpen("this is the stream itself")
    }
  }
}

extension StreamFault {
  fileprivate static func cannotOpen(_ reason: String) -> Self { Self("cannotOpen", reason) }

  /// What an error says of an input.
  init(_ error: any Error, at input: InputPath) {
    if let fault = error as? StreamFault {
      self = fault
    } else {
      let failure = FileFailure(error, at: input)
      self.init(failure.code, failure.reason)
    }
  }
}
