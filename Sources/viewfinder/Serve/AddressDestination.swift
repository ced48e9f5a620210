import Glibc
import OpenCapture
import OpenCaptureCommandSupport

/// The place where the page's addresses with their tokens are written.
///
/// They go to standard output, unless that is the journal, which stores and shows them to other users. They then go
/// to a private file.
enum AddressDestination: Sendable {
  /// Standard output.
  case output
  /// An open file.
  case file(InputPath, descriptor: Int32)

  /// Chooses the place.
  ///
  /// - Parameters:
  ///   - variables: The environment.
  ///   - output: The identity of standard output.
  ///   - name: The name of the file.
  /// - Throws: ``OutputError`` if no folder for the file is known, or if the file cannot be written.
  init(_ variables: [String: String], output: FileIdentity?, name: String) throws(OutputError) {
    // JOURNAL_STREAM contains the device and inode of the journal's stream (systemd.exec(5)).
    guard let journal = variables["JOURNAL_STREAM"], let output, journal == "\(output)"
    else {
      self = .output
      return
    }
    // The first of several folders is the service's own (systemd.exec(5), RuntimeDirectory=).
    let folder = variables["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    guard let folder = folder ?? variables["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
      throw OutputError(
        .cannotWrite, subject: "the addresses",
        reason: "standard output is the journal, which must not contain tokens, and no runtime folder is set",
        hint: "add RuntimeDirectory=viewfinder to the unit's [Service] section")
    }
    let path = InputPath(folder).appending(InputPath(name))
    self = .file(path, descriptor: try Self.open(path))
  }

  /// Creates a new file, so that a process with the old file open, or with a link to it, cannot read the tokens.
  private static func open(_ path: InputPath) throws(OutputError) -> Int32 {
    let descriptor = path.withCString { name in
      unlink(name)
      return Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw OutputError(.cannotWrite, subject: path.text, systemError: errno) }
    return descriptor
  }

  /// Writes the addresses, one per line.
  func tell(_ addresses: String, on console: Console) {
    switch self {
    case .output: console.write(Array(addresses.utf8))
    case .file(let path, let descriptor):
      let bytes = Array(addresses.utf8)
      guard write(descriptor, bytes, bytes.count) == bytes.count else {
        return console.fail(FileFailure("cannot write the addresses", at: path))
      }
      console.write(Array("The addresses with their tokens are in \(path.text)\n".utf8))
    }
  }

  /// Erases the addresses, whose tokens are no longer valid.
  func end() {
    guard case .file(_, let descriptor) = self else { return }
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }
}
