import OpenCaptureCommandSupport
import OpenCaptureSystem

/// What the files of a recording are called: the name that was chosen, with numbers where there are several.
struct RecordNames {
  private let path: InputPath
  private let isSplit: Bool

  init(_ path: InputPath, isSplit: Bool) { (self.path, self.isSplit) = (path, isSplit) }

  /// The folder that is written in.
  var folder: InputPath { path.folder }

  /// The name of a file, from 1.
  ///
  /// - Parameter force: Whether one that is there may be taken away.
  /// - Throws: ``OutputError`` where the name is taken.
  func path(_ number: Int, force: Bool) throws(OutputError) -> InputPath {
    let name = isSplit ? path.numbered(number) : path
    guard FileKind(of: name) != nil else { return name }
    guard force, FileKind(of: name) == .regular else { throw .taken(name) }
    try name.takeAway()
    return name
  }
}
