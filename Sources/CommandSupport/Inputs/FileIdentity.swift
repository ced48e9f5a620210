import Glibc

/// An identity of a file, to detect that two names lead to the same file, even if it does not exist yet.
package struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
  private let device: UInt
  private let inode: UInt
  /// The file's name within the folder with these numbers; nil if the numbers are the file's own.
  private var name: InputPath?

  /// Makes the identity of the file at a path, with links followed; nil if the file does not exist.
  package init?(of path: InputPath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Makes the identity of an open file; nil if the descriptor is not open.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Makes the identity of an input: a file, standard input, or a file that does not exist yet.
  ///
  /// nil if the folder does not exist.
  package init?(ofInput path: InputPath) {
    let file = path.isStandardInput ? FileIdentity(of: STDIN_FILENO) : FileIdentity(of: path)
    guard let identity = file ?? FileIdentity(ofPlace: path) else { return nil }
    self = identity
  }

  /// Makes the identity of a name in a folder, even if the file does not exist; nil if the folder does not exist.
  package init?(ofPlace path: InputPath) {
    guard let folder = FileIdentity(of: path.folder) else { return nil }
    self = folder
    name = path.lastComponent
  }

  private init(_ status: stat) { self.init(device: UInt(status.st_dev), inode: UInt(status.st_ino)) }

  package init(device: UInt, inode: UInt) {
    self.device = device
    self.inode = inode
  }

  /// The device and the inode, as in `JOURNAL_STREAM` (systemd.exec(5)).
  package var description: String { "\(device):\(inode)" }
}

/// The kind of a file.
package enum FileKind: Equatable {
  /// A symbolic link, unless links are followed.
  case link
  case directory
  case regular
  case pipe
  case other

  /// Returns the kind of the file at a path; nil if the path cannot be examined.
  ///
  /// - Parameter followsLinks: Whether the kind of a link is that of its target. Default: true.
  package init?(of path: InputPath, followsLinks: Bool = true) {
    var status = stat()
    guard path.withCString({ followsLinks ? stat($0, &status) : lstat($0, &status) }) == 0 else { return nil }
    self =
      switch status.st_mode & S_IFMT {
      case S_IFLNK: .link
      case S_IFDIR: .directory
      case S_IFREG: .regular
      case S_IFIFO: .pipe
      default: .other
      }
  }
}
