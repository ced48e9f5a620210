package import OpenCaptureIsolation

/// A request to a worker to process an input.
package struct InputRequest {
  /// The input, whose content is an open file.
  package let input: Input
  /// The input's name in an output folder.
  package let outputName: InputPath
  private let replies: ReplySender

  /// Reads a request.
  package init(_ request: inout Message, _ replies: ReplySender) throws(MessageError) {
    let path = InputPath(try request.list())
    let isNamed = try request.flag()
    outputName = InputPath(try request.list())
    guard let file = request.file else { throw .damaged }
    input = Input(path: path, isNamed: isNamed, file: file)
    self.replies = replies
  }

  /// The memory that each worker may use without asking, in bytes: that of a picture of some megapixels.
  private static let allowance = 32 << 20

  /// Waits until the program grants memory for the opened input.
  package func reserve(_ byteCount: Int) {
    guard byteCount > Self.allowance else { return }
    var message = Message(ScanReply.memory)
    message.add(byteCount)
    replies.ask(message)
  }
}
