import Glibc
import OpenCaptureMediaSamples
package import OpenCaptureMovies
package import OpenCapturePages
package import OpenCapturePictures

/// What an input holds, as its content says: its name has no say.
package enum MediaInput {
  case picture(EncodedPicture)
  /// A document, or another file of several pictures, though there may be one.
  case pages(PicturePages)
  /// A movie, an animation, or a picture in a format that FFmpeg alone reads.
  case movie(MovieReader)

  /// Opens what an input's name stands for: a file, a named pipe, or standard input.
  ///
  /// What no picture begins like, nor a file of pages, is a movie, if FFmpeg knows it; where it doesn't either, the error
  /// is the one of pictures. FFmpeg's libraries are not touched before. What nobody named, but lies in a folder that
  /// somebody did, is a movie only where it is called like one: a folder can hold anything.
  ///
  /// - Returns: nil when the run ended during the wait for it.
  /// - Throws: `PictureError`, `MovieError` or ``SystemError``.
  package static func open(
    _ input: Input, limits: PictureLimits, pixelsPerInch: Double = PicturePages.defaultPixelsPerInch
  ) throws -> MediaInput? {
    let path = input.path
    func kind(_ bytes: RawSpan) -> MediaKind {
      MediaKind(bytes, mayBeMovie: input.isNamed || path.isCalledLikeMovie)
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

  /// About how much memory the input takes while it is worked on, in bytes; a movie's file is not in it.
  ///
  /// - Throws: `PictureError` where a picture's header is damaged.
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
      // Without what reads its frames, there is the first.
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

/// What is there to begin with.
private enum Content {
  /// A file, and its first bytes; none where it can't be read, which is left to whoever says why.
  case file(head: [UInt8])
  /// All that came through a pipe, or was there already.
  case bytes(DataBuffer)

  /// nil when the run ended during the wait for it.
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
  /// Whether it stands for what somebody else writes meanwhile: standard input, or a named pipe.
  package var isPipe: Bool { isStandardInput || FileKind(of: self) == .pipe }

  /// Whether the name ends as those of movies do.
  fileprivate var isCalledLikeMovie: Bool { ending.map(Self.movieEndings.contains) ?? false }

  private static let movieEndings: Set = [
    "3g2", "3gp", "avi", "flv", "m2ts", "m2v", "m4v", "mjpeg", "mjpg", "mkv", "mov", "mp4", "mpeg", "mpg", "mts",
    "mxf", "ogv", "qt", "ts", "vob", "webm", "wmv", "y4m",
  ]
}
