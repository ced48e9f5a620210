package import OpenCaptureFiles
import OpenCaptureFlow
import OpenCaptureSystem
import Glibc
package import OpenCapturePictures

/// Where results are written: a file, a folder for one an input, or standard output; never over an input.
package struct OutputTarget: Sendable {
  private let target: InputPath
  /// Whether there is a file for each result.
  package let isFolder: Bool
  private let inputs: Set<FileIdentity>

  /// Prepares the place.
  ///
  /// - Parameter inputs: What tells them from other files: all of them, so that none is written over before it is read.
  /// - Throws: ``OutputError`` where the folder can't be made, or a file can't be where one is.
  package init(_ target: InputPath, isFolder: Bool, inputs: Set<FileIdentity>) throws(OutputError) {
    (self.target, self.isFolder, self.inputs) = (target, isFolder, inputs)
    guard !isStandardOutput else { return }
    if isFolder {
      guard target.withCString({ mkdir($0, 0o777) }) != 0 else { return }
      let error = SystemError(code: errno)
      switch FileKind(of: target) {
      case .directory: return
      case nil: throw OutputError(.cannotWrite, subject: target.text, errno: error.errno, reason: "\(error)")
      default: throw OutputError(.isNoFolder, subject: target.text, reason: "is a file, and a folder is needed")
      }
    } else if FileKind(of: target) == .directory {
      throw OutputError(.isFolder, subject: target.text, reason: "is a directory")
    }
  }

  /// The folders that are written in, and what is written to that is no file.
  package var places: [InputPath] {
    if isStandardOutput { return [] }
    if isFolder { return [target] }
    switch FileKind(of: target) {
    case .regular:
      // Where it is a link, what it leads to is replaced, in its own folder.
      return [target.withoutLinks.folder]
    case nil: return [target.folder]
    default: return [target]
    }
  }

  /// Whether it is standard output, called `-`.
  private var isStandardOutput: Bool { !isFolder && target.isStandardStream }

  /// Where the result for an input is written.
  ///
  /// - Parameters:
  ///   - name: What it is called in a folder.
  ///   - source: What it is made from; where that came up only during the run, it is kept as well. nil for a camera.
  /// - Throws: ``OutputError`` where that would be an input.
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

  /// The same as a file that consumers of frames write; in a folder, each of its own name.
  ///
  /// - Parameters:
  ///   - name: What it is called in a folder; nil for the folder itself.
  ///   - source: What it is made from; nil for a camera.
  ///   - format: What standard output gets, which has no name that says it.
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

  /// Writes a picture; see ``path(name:from:)``.
  ///
  /// - Parameter encode: Makes the file for a name, whose ending says the format.
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
