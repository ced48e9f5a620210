import Glibc

/// What stands behind a path.
package enum FileKind: Equatable {
  case directory
  case regular
  case pipe
  case other

  /// The kind of the file at a path, links followed; nil where nothing can be looked at.
  package init?(of path: InputPath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .directory
      case S_IFREG: .regular
      case S_IFIFO: .pipe
      default: .other
      }
  }

  /// Whether a path is a link itself, whatever it leads to.
  static func isLink(_ path: InputPath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
