import Glibc

/// What tells whether two names lead to the same file, or would if it were there.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt
  /// What the file would be called in the folder whose numbers these are; nil where they are its own.
  private var name: InputPath?

  /// The identity of the file at a path, links followed; nil where there is none.
  package init?(of path: InputPath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of what is open; nil where nothing is.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of what an input's name stands for: a file, standard input, or a file that isn't there yet; nil where
  /// there can be none.
  package init?(ofInput path: InputPath) {
    let file = path.isStandardInput ? FileIdentity(of: STDIN_FILENO) : FileIdentity(of: path)
    guard let identity = file ?? FileIdentity(ofPlace: path) else { return nil }
    self = identity
  }

  /// The identity of a name in its folder, whether there is a file or not; nil where there is no such folder.
  package init?(ofPlace path: InputPath) {
    guard let folder = FileIdentity(of: path.folder) else { return nil }
    self = folder
    name = path.lastComponent
  }

  private init(_ status: stat) { (device, inode) = (UInt(status.st_dev), UInt(status.st_ino)) }
}
