import Glibc
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Where the addresses with their tokens are told: on standard output; where that is the journal, which keeps what it gets
/// and shows it to many, in a file that only this person reads.
enum AddressPlace: Sendable {
  /// On standard output.
  case output
  /// In a file, which is open.
  case file(InputPath, descriptor: Int32)

  /// Chooses the place.
  ///
  /// - Parameters:
  ///   - variables: The environment.
  ///   - output: What standard output is.
  ///   - name: What the file is called.
  /// - Throws: ``OutputError`` where there is no folder for the file, or it can't be written.
  init(_ variables: [String: String], output: FileIdentity?, name: String) throws(OutputError) {
    // JOURNAL_STREAM names the journal's stream by its device and inode (systemd.exec(5)).
    guard let journal = variables["JOURNAL_STREAM"], let output, journal == "\(output.device):\(output.inode)"
    else {
      self = .output
      return
    }
    // Of several, the first is the service's own (systemd.exec(5), RuntimeDirectory=).
    let folder = variables["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    guard let folder = folder ?? variables["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
      throw OutputError(
        .cannotWrite, subject: "the addresses",
        reason: "standard output is the journal, which is no place for tokens, and there is no folder for them",
        remedy: "write RuntimeDirectory=viewfinder into the unit's [Service]")
    }
    let path = InputPath(folder).appending(InputPath(name))
    self = .file(path, descriptor: try Self.open(path))
  }

  /// What names a file among all of the machine's.
  struct FileIdentity: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64

    init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }

    /// What a descriptor is of; nil where it is closed.
    init?(of descriptor: Int32) {
      var facts = stat()
      guard fstat(descriptor, &facts) == 0 else { return nil }
      (device, inode) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
    }
  }

  /// Makes the file anew, so that whoever has the old one open, or had a link made of it, reads nothing of this.
  private static func open(_ path: InputPath) throws(OutputError) -> Int32 {
    let descriptor = path.withCString { name in
      unlink(name)
      return Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw OutputError(.cannotWrite, subject: path.text, systemError: errno) }
    return descriptor
  }

  /// Tells the addresses, a line each.
  func tell(_ addresses: String, on console: Console) {
    switch self {
    case .output: console.write(Array(addresses.utf8))
    case .file(let path, let descriptor):
      let bytes = Array(addresses.utf8)
      guard write(descriptor, bytes, bytes.count) == bytes.count else {
        return console.fail(FileFailure("the addresses can't be written", at: path))
      }
      console.write(Array("The addresses, with their tokens, are in \(path.text)\n".utf8))
    }
  }

  /// Takes the addresses back: their tokens are worth nothing any more.
  func end() {
    guard case .file(_, let descriptor) = self else { return }
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }
}
