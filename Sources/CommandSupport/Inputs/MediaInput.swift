import Glibc
import OpenCaptureIsolation
package import OpenCaptureMovies
package import OpenCapturePages
package import OpenCapturePictures

/// The content of an input, detected from its bytes rather than its name.
package enum MediaInput {
  case picture(EncodedPicture)
  /// A document, or another file that can hold several pictures.
  case pages(PicturePages)
  /// A movie, an animation, or a picture in a format that only FFmpeg reads.
  case movie(MovieReader)

  /// Opens an input: a file, a named pipe, or standard input.
  ///
  /// An input that is neither a picture nor pages is opened with FFmpeg, whose libraries are loaded only then. If
  /// FFmpeg does not know the format, the picture reader's error is thrown. A file that was found in a folder is
  /// opened as a movie only if it has a movie's file extension.
  ///
  /// - Returns: The opened input; nil if the run is interrupted.
  /// - Throws: `PictureError`, `MovieError` or ``SystemError``.
  package static func open(
    _ input: Input, limits: PictureLimits, pixelsPerInch: Double = PicturePages.defaultPixelsPerInch
  ) throws -> MediaInput? {
    let path = input.path
    var held = input.data
    if held == nil, input.file == nil, path.isPipe {
      held =
        try path.isStandardInput
        ? InterruptibleReader.readToEnd(STDIN_FILENO, name: path.title, limit: limits.maximumByteCount)
        : InterruptibleReader.readPipe(at: path, limit: limits.maximumByteCount)
      if held == nil { return nil }
    }
    func picture() throws(PictureError) -> MediaInput {
      if let file = input.file {
        return .picture(try EncodedPicture(reading: file.number, name: path.title, limits: limits))
      }
      guard let held else { return .picture(try EncodedPicture(contentsOfPath: path.bytes, limits: limits)) }
      return .picture(try EncodedPicture(held, name: path.title, limits: limits))
    }
    func movie() throws -> MediaInput {
      let options = limits.movieOptions(holding: held?.count ?? 0)
      if let file = input.file {
        return .movie(try MovieReader(reading: file.number, name: path.title, options: options))
      }
      guard let held else { return .movie(try MovieReader(contentsOfPath: path.bytes, options: options)) }
      return .movie(try MovieReader(held, name: path.title, options: options))
    }
    let mayBeMovie = input.isNamed || path.hasMovieExtension
    let kind: MediaKind
    if let held {
      kind = held.withBytes { MediaKind($0, mayBeMovie: mayBeMovie) }
    } else {
      let bytes = input.file.map { head(of: $0.number) } ?? head(of: path)
      kind = MediaKind(bytes.span.bytes, mayBeMovie: mayBeMovie)
    }
    switch kind {
    case .picture: return try picture()
    case .pages:
      if let file = input.file {
        return .pages(
          try PicturePages(reading: file.number, name: path.title, limits: limits, pixelsPerInch: pixelsPerInch))
      }
      guard let held else {
        return .pages(
          try PicturePages(contentsOfPath: path.bytes, limits: limits, pixelsPerInch: pixelsPerInch))
      }
      return .pages(try PicturePages(held, name: path.title, limits: limits, pixelsPerInch: pixelsPerInch))
    case .animatedPicture:
      // Without FFmpeg to read all frames, the first one is used.
      do { return try movie() } catch { return try picture() }
    case .other:
      do {
        return try movie()
      } catch let error as MovieError where error.code == .unknownFormat || error.code == .cannotOpen {
        return try picture()
      }
    }
  }

  /// Returns the first bytes of a file; empty if it cannot be read, as the reader then reports the reason.
  private static func head(of path: InputPath) -> [UInt8] {
    guard FileKind(of: path) == .regular else { return [] }
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return head(of: descriptor)
  }

  private static func head(of descriptor: Int32) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: MediaKind.headByteCount)
    let count = pread(descriptor, &head, head.count, 0)
    return Array(head.prefix(max(0, count)))
  }

  /// Returns the approximate memory to process the input, in bytes, without a movie's file.
  ///
  /// - Throws: `PictureError` if a picture's header is damaged.
  package func memory(limits: PictureLimits) throws -> Int {
    switch self {
    case .picture(let picture): try picture.memory(PictureReadingOptions(pixelFormat: .grey))
    case .pages(let pages): pages.memory
    case .movie(let movie): limits.memory(for: movie.info)
    }
  }
}

extension InputPath {
  /// Whether another process writes the input meanwhile: standard input, or a named pipe.
  package var isPipe: Bool { isStandardInput || FileKind(of: self) == .pipe }

  /// Whether the name has a movie's file extension.
  fileprivate var hasMovieExtension: Bool { ending.map(Self.movieExtensions.contains) ?? false }

  private static let movieExtensions: Set = [
    "3g2", "3gp", "avi", "flv", "m2ts", "m2v", "m4v", "mjpeg", "mjpg", "mkv", "mov", "mp4", "mpeg", "mpg", "mts",
    "mxf", "ogv", "qt", "ts", "vob", "webm", "wmv", "y4m",
  ]
}

/// The kind of an input, detected from its first bytes.
package enum MediaKind: Sendable, Hashable {
  /// A picture that is read without FFmpeg, or an unknown format.
  case picture
  /// A PNG picture with several frames (APNG).
  case animatedPicture
  /// A document of pages.
  case pages
  /// A format that FFmpeg may know.
  case other

  /// The number of bytes to detect the kind from.
  package static let headByteCount = 4096

  /// Detects the kind of an input.
  ///
  /// - Parameters:
  ///   - bytes: The input's first bytes.
  ///   - mayBeMovie: Whether an unknown format is taken for a movie.
  package init(_ bytes: RawSpan, mayBeMovie: Bool) {
    switch PictureFormat(signature: bytes) {
    case .png? where WorkerLibraries.isAnimated(png: bytes): self = .animatedPicture
    case .some: self = .picture
    // "Empty picture" is the better error for an empty input.
    case nil where bytes.isEmpty: self = .picture
    case nil where PageFormat(signature: bytes) != nil: self = .pages
    case nil: self = mayBeMovie || PictureFormat.unsupportedFormatName(signature: bytes) != nil ? .other : .picture
    }
  }
}
