import Glibc
package import OpenCaptureFiles
package import OpenCapturePictures
import OpenCaptureSystem

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

/// A generator of unique file names in an output folder, one for each input.
package struct OutputNames {
  private var used: Set<InputPath> = []
  /// The next number to try, by the name without a number.
  private var free: [InputPath: Int] = [:]

  /// Makes a generator without any used names.
  package init() {}

  /// Returns the input's name with its page and a new extension, and with a number if that name is used.
  package mutating func name(for input: InputPath, page: Int? = nil, ending: String = "png") -> InputPath {
    let own = input.isStandardInput ? InputPath("standard-input") : input.lastComponent.withoutEnding
    let stem = page.map { InputPath(own.bytes + InputPath.ending(page: $0)) } ?? own
    let wanted = InputPath(stem.bytes + Array(".\(ending)".utf8))
    var name = wanted
    var number = free[wanted] ?? 1
    repeat {
      if number > 1 { name = InputPath(stem.bytes + Array("-\(number).\(ending)".utf8)) }
      number += 1
    } while !used.insert(name).inserted
    free[wanted] = number
    return name
  }
}

extension InputPath {
  /// The name for a page, derived from the whole file's: `talk.png` becomes `talk.page-2.png`.
  package func page(_ number: Int) -> InputPath {
    let stem = withoutEnding
    return InputPath(stem.bytes + Self.ending(page: number) + bytes.dropFirst(stem.bytes.count))
  }

  /// The name with a number before its extension: `photo-2.jpg`.
  package func numbered(_ number: Int) -> InputPath {
    let stem = withoutEnding
    return InputPath(stem.bytes + Array("-\(number)".utf8) + bytes.dropFirst(stem.bytes.count))
  }

  fileprivate static func ending(page: Int) -> [UInt8] { Array(".page-\(page)".utf8) }

  fileprivate var withoutEnding: InputPath {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self }
    return InputPath(bytes[..<dot])
  }

  /// The name with another extension: `photo.mov`.
  package func ending(in ending: String) -> InputPath { InputPath(withoutEnding.bytes + Array(".\(ending)".utf8)) }

  /// The extension in lower case; nil without one.
  package var ending: String? {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
