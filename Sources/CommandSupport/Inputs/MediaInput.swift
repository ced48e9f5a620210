import Glibc
import OpenCaptureMediaSamples
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
    func kind(_ bytes: RawSpan) -> MediaKind {
      MediaKind(bytes, mayBeMovie: input.isNamed || path.hasMovieExtension)
    }
    switch try Content(of: input, limit: limits.maximumByteCount) {
    case nil: return nil
    case .bytes(let data):
      return try open(data.withBytes(kind)) {
        try EncodedPicture(data, name: path.title, limits: limits)
      } pages: {
        try PicturePages(data, name: path.title, limits: limits, pixelsPerInch: pixelsPerInch)
      } movie: {
        try MovieReader(data, name: path.title, options: limits.movieOptions(holding: data.count))
      }
    case .file(let head):
      return try open(kind(head.span.bytes)) {
        try EncodedPicture(contentsOfPath: path.bytes, limits: limits)
      } pages: {
        try PicturePages(contentsOfPath: path.bytes, limits: limits, pixelsPerInch: pixelsPerInch)
      } movie: {
        try MovieReader(contentsOfPath: path.bytes, options: limits.movieOptions(holding: 0))
      }
    }
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

  private static func open(
    _ kind: MediaKind, picture: () throws -> EncodedPicture, pages: () throws -> PicturePages,
    movie: () throws -> MovieReader
  ) throws -> MediaInput {
    switch kind {
    case .picture: return .picture(try picture())
    case .pages: return .pages(try pages())
    case .animatedPicture:
      // Without FFmpeg to read all frames, the first one is used.
      do { return .movie(try movie()) } catch { return .picture(try picture()) }
    case .other:
      do {
        return .movie(try movie())
      } catch let error as MovieError where error.code == .unknownFormat || error.code == .cannotOpen {
        return .picture(try picture())
      }
    }
  }
}

/// The bytes of an input that are available before its kind is known.
private enum Content {
  /// The first bytes of a file; empty if it cannot be read, as the reader then reports the reason.
  case file(head: [UInt8])
  /// All bytes of a pipe, or bytes that were in memory already.
  case bytes(DataBuffer)

  /// Reads the input; nil if the run is interrupted.
  init?(of input: Input, limit: Int) throws {
    let path = input.path
    if let data = input.data {
      self = .bytes(data)
    } else if path.isPipe {
      let bytes =
        try path.isStandardInput
        ? InterruptibleReader.readToEnd(STDIN_FILENO, name: path.title, limit: limit)
        : InterruptibleReader.readPipe(at: path, limit: limit)
      guard let bytes else { return nil }
      self = .bytes(bytes)
    } else {
      self = .file(head: Self.head(of: path))
    }
  }

  private static func head(of path: InputPath) -> [UInt8] {
    guard FileKind(of: path) == .regular else { return [] }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: MediaKind.headByteCount)
    let count = read(descriptor, &head, head.count)
    return Array(head.prefix(max(0, count)))
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
