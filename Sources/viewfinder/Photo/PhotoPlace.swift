import Glibc
import OpenCapture
import OpenCaptureCommandSupport

/// Where photos are written: one file, files with numbers, a folder, or standard output; never over a file that is there
/// unless that was asked for.
enum PhotoPlace: Sendable, Hashable {
  /// A name that was chosen.
  case file(InputPath)
  /// The usual name, here; a number where that is taken.
  case usual
  /// A folder, where names have numbers.
  case folder(InputPath)
  /// Standard output.
  case stream

  private static let usualName = InputPath("photo.jpg")

  /// What a person named; nil for nothing.
  init(argument: String?) {
    guard let argument else {
      self = .usual
      return
    }
    let path = InputPath(argument: argument)
    if path.isStandardStream {
      self = .stream
    } else if argument.hasSuffix("/") || path.ending == nil || FileKind(of: path) == .directory {
      self = .folder(path)
    } else {
      self = .file(path)
    }
  }

  /// The kind of file; nil where the name says none.
  var fileType: CapturePhotoFileType? {
    switch self {
    case .file(let path): path.ending.flatMap { CapturePhotoFileType(pathExtension: $0) }
    case .usual, .folder, .stream: .jpg
    }
  }

  /// The same, with the folder made.
  ///
  /// - Throws: ``OutputError`` where it can't be.
  func prepared() throws(OutputError) -> PhotoPlace {
    guard case .folder(let path) = self else { return self }
    _ = try OutputTarget(path, isFolder: true, inputs: [])
    return self
  }

  /// The folders that are written in.
  var folders: [InputPath] {
    switch self {
    case .file(let path): [path.folder]
    case .usual: [Self.usualName.folder]
    case .folder(let path): [path]
    case .stream: []
    }
  }

  /// The name of a photo.
  ///
  /// - Parameters:
  ///   - number: Which one it is, from 1.
  ///   - count: How many there are.
  ///   - isLive: Whether a movie goes beside it, whose name is free as well.
  ///   - force: Whether one that is there is written over.
  /// - Throws: ``OutputError`` where the name that was chosen is taken.
  func path(_ number: Int, of count: Int, isLive: Bool, force: Bool) throws(OutputError) -> InputPath {
    switch self {
    case .stream: return InputPath("-")
    case .usual: return Self.free(Self.usualName, isLive)
    case .folder(let path): return Self.free(path.appending(Self.usualName), isLive)
    case .file(let path):
      let name = count > 1 ? path.numbered(number) : path
      let taken = (isLive ? [name, name.liveMovie] : [name]).first { FileKind(of: $0) != nil }
      if let taken, !force { throw .taken(taken) }
      return name
    }
  }

  /// The name, or the first number of it that nothing has.
  private static func free(_ path: InputPath, _ isLive: Bool) -> InputPath {
    path.first { FileKind(of: $0) == nil && (!isLive || FileKind(of: $0.liveMovie) == nil) }
  }
}

extension InputPath {
  /// The name of a Live Photo's movie, beside this still.
  var liveMovie: InputPath { ending(in: "mov") }
}
