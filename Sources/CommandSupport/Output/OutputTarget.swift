import Glibc
package import OpenCaptureFiles
package import OpenCaptureMediaSamples
package import OpenCapturePictures
import OpenCaptureSystem

/// A place for results: a file, a folder with one file per input, or standard output; never an input.
package struct OutputTarget: Sendable {
  private let target: InputPath
  /// Whether each result has its own file.
  package let isFolder: Bool
  private let inputs: Set<FileIdentity>
  /// Whether existing files are overwritten.
  private let force: Bool

  /// Checks the place, and makes the folder.
  ///
  /// - Parameters:
  ///   - inputs: The identities of all inputs, none of which may be overwritten.
  ///   - force: Whether to overwrite existing files.
  /// - Throws: ``OutputError`` if the folder cannot be made, if the place is of the wrong kind, or if the file exists.
  package init(
    _ target: InputPath, isFolder: Bool, inputs: Set<FileIdentity>, force: Bool
  ) throws(OutputError) {
    self.target = target
    self.isFolder = isFolder
    self.inputs = inputs
    self.force = force
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
    } else {
      // An input is reported for each of its results.
      if !isInput(target, source: nil) { try checkIsFree(target) }
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
  /// - Throws: ``OutputError`` if the path is an input, or an existing file in a folder.
  package func path(name: InputPath, from source: InputPath?) throws(OutputError) -> InputPath {
    let path = isFolder ? target.appending(name) : target
    try check(path, from: source)
    if isFolder { try checkIsFree(path) }
    return path
  }

  /// Checks that a file does not exist, unless it may be overwritten; devices and pipes are written to.
  private func checkIsFree(_ path: InputPath) throws(OutputError) {
    if !force, FileKind(of: path) == .regular { throw .taken(path) }
  }

  private func check(_ path: InputPath, from source: InputPath?) throws(OutputError) {
    guard isInput(path, source: source.flatMap { FileIdentity(ofInput: $0) }) else { return }
    throw OutputError(.isInput, subject: path.text, reason: "this would overwrite an input")
  }

  private func isInput(_ path: InputPath, source: FileIdentity?) -> Bool {
    [FileIdentity(of: path), FileIdentity(ofPlace: path)].contains { identity in
      identity.map { inputs.contains($0) || $0 == source } ?? false
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
  package mutating func name(for input: InputPath, page: PageNumber? = nil, ending: String = "png") -> InputPath {
    let own = input.isStandardInput ? InputPath("standard-input") : input.lastComponent.withoutEnding
    let stem = page.map { InputPath(own.bytes + InputPath.ending($0)) } ?? own
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
  /// Returns the name for a page, derived from the whole file's: `talk.png` becomes `talk.page-02.png` if it has 10 pages.
  package func page(_ page: PageNumber) -> InputPath { suffixed(Self.ending(page)) }

  /// Returns the name with a number before its extension: `photo-02.jpg`.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - digits: The minimum number of digits, so that names sort (default: 2).
  package func numbered(_ number: Int, digits: Int = 2) -> InputPath {
    suffixed(Array("-\(number.padded(to: digits))".utf8))
  }

  /// Returns the name with text before its extension: `photo-ev+2.jpg`.
  package func suffixed(_ text: [UInt8]) -> InputPath {
    let stem = withoutEnding
    return InputPath(stem.bytes + text + Array(bytes.dropFirst(stem.bytes.count)))
  }

  /// Returns the default name of a file that is made now, in local time: `photo-20240229-180500.jpg`.
  package static func dated(_ kind: String, ending: String, at time: WallTime = .now) -> InputPath {
    let clock = time.local.prefix(19).compactMap { $0 == "T" ? "-" : "-:".contains($0) ? nil : $0 }
    return InputPath("\(kind)-\(String(clock)).\(ending)")
  }

  fileprivate static func ending(_ page: PageNumber) -> [UInt8] {
    Array(".page-\(page.number.padded(to: "\(page.count)".count))".utf8)
  }

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

extension Int {
  /// Returns the number with leading zeros.
  fileprivate func padded(to digits: Int) -> String {
    String(repeating: "0", count: Swift.max(0, digits - "\(self)".count)) + "\(self)"
  }
}
