import Glibc
import Pictures

extension EncodedPicture {
  /// Reads what an input's name stands for: a file, a named pipe, or standard input; nil when the run ended during the
  /// wait for it.
  ///
  /// - Throws: ``PictureError`` or ``SystemError``.
  package init?(input path: InputPath, limits: PictureLimits) throws {
    let bytes: [UInt8]?
    if path.isStandardInput {
      bytes = try InterruptibleReader.readToEnd(STDIN_FILENO, limit: limits.maximumByteCount)
    } else if FileKind(of: path) == .pipe {
      bytes = try InterruptibleReader.readPipe(at: path, limit: limits.maximumByteCount)
    } else {
      self = try EncodedPicture(contentsOfPath: path.bytes, limits: limits)
      return
    }
    guard let bytes else { return nil }
    self = try EncodedPicture(copying: bytes.span.bytes, name: path.title, limits: limits)
  }
}
