public import OpenCaptureFlow
import OpenCaptureMediaSamples
package import OpenCaptureMovies
package import OpenCapturePictures

/// A file to write frames to, or an open stream such as standard output.
public struct OutputFile: Sendable {
  /// The bytes of the path; a stream has a made-up path with its format's extension.
  public let path: [UInt8]
  /// The file descriptor of the stream; nil for a file.
  package let stream: Int32?
  /// The name for errors.
  let name: String
  private let check: @Sendable ([UInt8]) throws(CaptureError) -> Void
  /// Opens the file of a movie in another process; nil if this process opens it.
  private let open: (@Sendable () throws(CaptureError) -> MovieFile)?

  /// Creates an output for a path.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a terminating zero.
  ///   - check: A closure called before writing, which throws if the path must not be written, for example because
  ///     it is an input.
  public init(path: [UInt8], check: @escaping @Sendable ([UInt8]) throws(CaptureError) -> Void = { _ in }) {
    self.path = path
    self.check = check
    open = nil
    stream = nil
    name = String(decoding: path, as: UTF8.self)
  }

  /// Creates an output for an open stream, which stays open.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor.
  ///   - format: The format: a picture, or a movie in a container that can be written without seeking.
  ///   - name: The name for errors; default `standard output`.
  public init(stream descriptor: Int32, as format: OutputFormat, name: String = "standard output") {
    stream = descriptor
    self.name = name
    check = { _ in }
    open = nil
    path = Array("stream.\(format.pathExtension)".utf8)
  }

  /// Creates an output for a movie that another process opens.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, for the format and for errors.
  ///   - open: A closure that opens the file, called before the first frame is written.
  package init(path: [UInt8], open: @escaping @Sendable () throws(CaptureError) -> MovieFile) {
    self.path = path
    self.open = open
    check = { _ in }
    stream = nil
    name = String(decoding: path, as: UTF8.self)
  }

  /// Creates an output for a path.
  public init(_ path: String) { self.init(path: Array(path.utf8)) }

  /// Returns the output for a file in this folder.
  func file(_ name: String) -> OutputFile { OutputFile(path: path + Array("/\(name)".utf8), check: check) }

  /// Checks that the file may be written.
  func checkWritePermission() throws(CaptureError) { try check(path) }

  /// Opens the file of a movie, or creates it; the contents of an existing file do not change yet.
  package func openMovie() throws(CaptureError) -> MovieFile {
    if let open { return try open() }
    try checkWritePermission()
    do throws(MovieError) { return try MovieFile(path: path, replacesExistingFile: true) } catch {
      throw CaptureError(.cannotWrite, subject: name, error)
    }
  }

  /// Whether another process opens the file.
  var isOpenedElsewhere: Bool { open != nil }

  /// Writes a picture completely or not at all.
  func write(_ picture: PixelBuffer) throws(CaptureError) {
    try checkWritePermission()
    do throws(PictureError) {
      let encoded = try OutputFormat.encoder(for: path).encode(picture)
      guard let stream else { return try encoded.write(toPath: path) }
      try encoded.write(to: stream, name: name)
    } catch {
      throw CaptureError(.cannotWrite, subject: name, error.about(name))
    }
  }
}

/// The format of an output file, selected by its extension.
public enum OutputFormat: Sendable, Hashable {
  /// A JPEG picture.
  case jpeg
  /// A PNG picture.
  case png
  /// A movie, with the extension of its container.
  case movie(String)

  /// Creates the format of a file extension; nil for an unsupported extension.
  ///
  /// - Parameter pathExtension: The extension in lower case, without the dot.
  public init?(pathExtension: String) {
    switch pathExtension {
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    case let ending where MovieContainer.pathExtensions.contains(ending): self = .movie(ending)
    default: return nil
    }
  }

  /// Creates the format of a path; nil for an unsupported or missing extension.
  public init?(path: [UInt8]) {
    let name = path.suffix(from: path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    self.init(pathExtension: String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  /// The supported extensions, without dots.
  public static let pathExtensions = ["jpg", "png"] + MovieContainer.pathExtensions

  /// The extension of the format.
  var pathExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .movie(let ending): ending
    }
  }

  /// Whether the format is a movie.
  public var isMovie: Bool { if case .movie = self { true } else { false } }

  /// Returns the encoder for a path: JPEG for its extension, and lossless PNG otherwise.
  package static func encoder(for path: [UInt8]) -> any PictureEncoder {
    OutputFormat(path: path) == .jpeg ? JPEGEncoder() : PNGEncoder(compressionLevel: 3)
  }
}
