package import OpenCaptureFiles
import OpenCaptureFlow
import OpenCaptureSystem
import Glibc
package import OpenCapturePictures

/// A place for results: a file, a folder with one file per input, or standard output; never an input.
package struct OutputTarget: Sendable {
  private let target: InputPath
  /// Whether each result has its own file.
  package let isFolder: Bool
  private let inputs: Set<FileIdentity>

  /// Checks the place, and makes the folder.
  ///
  /// - Parameter inputs: The identities of all inputs, none of which may be overwritten.
  /// - Throws: ``OutputError`` if the folder cannot be made, or if the place is of the wrong kind.
  package init(_ target: InputPath, isFolder: Bool, inputs: Set<FileIdentity>) throws(OutputError) {
    self.target = target
    self.isFolder = isFolder
    self.inputs = inputs
    guard !isStandardOutput else { return }
    if isFolder {
      guard target.withCString({ mkdir($0, 0o777) }) != 0 else { return }
      let error = SystemError(code: errno)
      switch FileKind(of: target) {
      case .directory: return
      case nil: throw OutputError(.cannotWrite, subject: target.text, errno: error.errno, reason: "\(error)")
      default: throw OutputError(.isNoFolder, subject: target.text, reason: "is a file, but a folder is needed")
      }
    } else if FileKind(of: target) == .directory {
      throw OutputError(.isFolder, subject: target.text, reason: "is a directory")
    }
  }

  /// The folders to write to, and outputs that are not regular files.
  package var places: [InputPath] {
    if isStandardOutput { return [] }
    if isFolder { return [target] }
    switch FileKind(of: target) {
    case .regular:
      // A link's target is replaced, in the target's own folder.
      return [target.withoutLinks.folder]
    case nil: return [target.folder]
    default: return [target]
    }
  }

  /// Whether the place is standard output, named `-`.
  private var isStandardOutput: Bool { !isFolder && target.isStandardStream }

  /// Returns the path of an input's result.
  ///
  /// - Parameters:
  ///   - name: The name in a folder.
  ///   - source: The input, which may be new since the start and is not overwritten either; nil for a camera.
  /// - Throws: ``OutputError`` if the path is an input.
  package func path(name: InputPath, from source: InputPath?) throws(OutputError) -> InputPath {
    let path = isFolder ? target.appending(name) : target
    try check(path, from: source)
    return path
  }

  private func check(_ path: InputPath, from source: InputPath?) throws(OutputError) {
    let source = source.flatMap { FileIdentity(ofInput: $0) }
    for identity in [FileIdentity(of: path), FileIdentity(ofPlace: path)].compactMap(\.self)
    where inputs.contains(identity) || identity == source {
      throw OutputError(.isInput, subject: path.text, reason: "this would overwrite an input")
    }
  }

  /// Returns the file for frame consumers; in a folder, each has its own name.
  ///
  /// - Parameters:
  ///   - name: The name in a folder; nil for the folder itself.
  ///   - source: The input; nil for a camera.
  ///   - format: The format for standard output, which has no file extension.
  package func file(
    name: InputPath?, from source: InputPath?, streamedAs format: OutputFormat
  ) throws(OutputError) -> OutputFile {
    if isStandardOutput { return OutputFile(stream: StandardStream.output.rawValue, as: format) }
    let path = try name.map { (name) throws(OutputError) in try self.path(name: name, from: source) } ?? target
    return OutputFile(path: path.bytes) { (path) throws(CaptureError) in
      do throws(OutputError) { try check(InputPath(path), from: source) } catch {
        throw CaptureError(.cannotWrite, subject: error.subject, error)
      }
    }
  }

  /// Writes a picture to ``path(name:from:)``.
  ///
  /// - Parameter encode: Encodes the picture in the format of the path's extension.
  package func write(
    name: InputPath, from source: InputPath?, _ encode: (InputPath) throws(PictureError) -> EncodedPicture
  ) throws(OutputError) {
    let path = try path(name: name, from: source)
    do throws(PictureError) {
      try encode(path).write(toPath: path.bytes)
    } catch {
      throw OutputError(.cannotWrite, subject: path.text, error.about(path.text))
    }
  }
}
