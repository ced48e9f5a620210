import Glibc
import OpenCapture
import OpenCaptureCommandSupport

/// A place for photos: a file, numbered files, a folder, or standard output.
///
/// Existing files are only overwritten with `--force`.
enum PhotoDestination: Sendable, Hashable {
  /// A file with a name that the user chose.
  case file(InputPath)
  /// The default name in the current folder, with date and time.
  case usual
  /// A folder with default names.
  case folder(InputPath)
  /// Standard output.
  case stream

  /// The default name of photos that are taken by one command.
  static let usualName = InputPath.dated("photo", ending: "jpg")

  /// Makes a place from an option's value; nil for the default.
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

  /// The file type; nil if the extension is unknown.
  var fileType: CapturePhotoFileType? {
    switch self {
    case .file(let path): path.ending.flatMap { CapturePhotoFileType(pathExtension: $0) }
    case .usual, .folder, .stream: .jpg
    }
  }

  /// Makes the folder, and returns the same place.
  ///
  /// - Throws: ``OutputError`` if the folder cannot be made.
  func prepared() throws(OutputError) -> PhotoDestination {
    guard case .folder(let path) = self else { return self }
    _ = try OutputTarget(path, isFolder: true, inputs: [], force: true)
    return self
  }

  /// The folders to write to.
  var folders: [InputPath] {
    switch self {
    case .file(let path): [path.folder]
    case .usual: [Self.usualName.folder]
    case .folder(let path): [path]
    case .stream: []
    }
  }

  /// Returns the name of a photo.
  ///
  /// - Parameters:
  ///   - number: The number of the photo, from 1.
  ///   - count: The number of photos; several are numbered.
  ///   - bias: The exposure of a photo in a bracket, in EV, which becomes part of the name.
  ///   - isLive: Whether the photo has a movie, whose name must be free too.
  ///   - force: Whether to overwrite existing files.
  /// - Throws: ``OutputError`` if the chosen name is taken.
  func path(
    _ number: Int, of count: Int, bias: Float?, isLive: Bool, force: Bool
  ) throws(OutputError) -> InputPath {
    func name(_ path: InputPath) -> InputPath {
      let path = count > 1 ? path.numbered(number, digits: max(2, "\(count)".count)) : path
      return bias.map { path.suffixed(Self.words($0)) } ?? path
    }
    switch self {
    case .stream: return InputPath("-")
    case .usual: return Self.free(name(Self.usualName), isLive)
    case .folder(let path): return Self.free(path.appending(name(Self.usualName)), isLive)
    case .file(let path):
      let name = name(path)
      let taken = (isLive ? [name, name.liveMovie] : [name]).first { FileKind(of: $0) != nil }
      if let taken, !force { throw .taken(taken) }
      return name
    }
  }

  /// Returns an exposure as a part of a name, such as `-ev-2` or `-ev+0.5`.
  private static func words(_ bias: Float) -> [UInt8] {
    let number = bias == bias.rounded() ? "\(Int(bias))" : "\(bias)"
    return Array("-ev\(bias < 0 ? "" : "+")\(number)".utf8)
  }

  /// Returns the name, or the first free numbered one.
  private static func free(_ path: InputPath, _ isLive: Bool) -> InputPath {
    path.first { FileKind(of: $0) == nil && (!isLive || FileKind(of: $0.liveMovie) == nil) }
  }
}

extension InputPath {
  /// The name of a Live Photo's movie.
  var liveMovie: InputPath { ending(in: "mov") }
}
