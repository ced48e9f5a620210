#if Live
  import Glibc
  import OpenCapture
  import OpenCaptureCommandSupport
  import OpenCaptureLivePage

  /// A private file with the two tokens of a page, so that its addresses stay the same.
  enum TokenFile {
    /// Reads the tokens, or creates the file with new ones.
    ///
    /// - Throws: ``OutputError`` if the file cannot be made, if other users can read it, or if it contains no tokens.
    static func tokens(_ path: InputPath) throws(OutputError) -> LiveTokens {
      let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0o600) }
      guard descriptor >= 0 else { throw OutputError(.cannotWrite, subject: path.text, systemError: errno) }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw OutputError(.noTokens, subject: path.text, reason: "not a regular file")
      }
      guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
        throw OutputError(
          .noTokens, subject: path.text, reason: "other users can read or change this file with tokens",
          hint: "chmod 600 '\(path.text)', or name a new file")
      }
      guard status.st_size > 0 else { return try create(descriptor, path) }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = max(0, read(descriptor, &bytes, bytes.count))
      let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: " ")
      }
      func token(_ name: String) -> LiveToken? {
        lines.first { $0.count == 2 && $0[0] == name }.flatMap { LiveToken(text: $0[1]) }
      }
      guard let control = token("control"), let look = token("view") else {
        throw OutputError(
          .noTokens, subject: path.text, reason: "the file does not contain two tokens",
          hint: "name a new file, or delete this one")
      }
      return LiveTokens(look: look, control: control)
    }

    private static func create(_ descriptor: Int32, _ path: InputPath) throws(OutputError) -> LiveTokens {
      let tokens = LiveTokens()
      let text = Array("control \(tokens.control.text)\nview \(tokens.look.text)\n".utf8)
      guard write(descriptor, text, text.count) == text.count else {
        throw OutputError(.cannotWrite, subject: path.text, systemError: errno)
      }
      return tokens
    }
  }

  extension OutputError.Code {
    /// A file of tokens cannot be used.
    static var noTokens: Self { Self("noTokens") }
  }
#endif
