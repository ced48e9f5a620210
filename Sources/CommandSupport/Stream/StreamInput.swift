import Glibc
import OpenCapturePictures

extension Input {
  /// Returns the input of a request; a named pipe is read at once.
  ///
  /// - Parameters:
  ///   - maxRequestBytes: The maximum number of bytes from a pipe.
  ///   - pool: The pool, which processes other requests while this one waits for a pipe's writer.
  /// - Returns: The input; nil if the run is interrupted.
  /// - Throws: ``FileFailure``, ``SystemError`` or `PictureError` if the request has no usable input.
  static func of(_ content: StreamRequest.Content, maxRequestBytes: Int, _ pool: RequestWorkerPool) throws -> Input?
  {
    switch content {
    case .nothing(let fault): throw fault
    case .bytes(let data): return Input(data: data)
    case .path(let path):
      try path.checkAsRequested()
      guard FileKind(of: path) == .pipe else { return Input(path: path, isNamed: true) }
      return try pool.wait { try InterruptibleReader.readPipe(at: path, limit: maxRequestBytes) }.map {
        Input(data: $0)
      }
    }
  }
}

extension InputPath {
  /// Checks that a request may name the path.
  fileprivate func checkAsRequested() throws(FileFailure) {
    guard !isStandardInput else {
      throw FileFailure("standard input is the request stream; for a file named -, write ./-")
    }
    guard !bytes.isEmpty, !bytes.contains(0) else { throw FileFailure("invalid file name") }
    guard let kind = FileKind(of: self) else {
      guard NetworkAddress.advice(self, command: "") == nil else {
        throw FileFailure("this is a URL, not a file name; send the data as bytes")
      }
      return
    }
    // Reading the stream by another name, such as /dev/stdin, would consume other requests.
    guard kind == .regular || kind == .directory || FileIdentity(of: self) != FileIdentity(of: STDIN_FILENO) else {
      throw FileFailure("this is the request stream")
    }
  }
}
