import COpenCaptureFFmpeg
import Glibc
import OpenCaptureMediaSamples

/// What a movie is read from, kept open or in memory as long as it is read.
final class MovieSource: Sendable {
  private enum Kind {
    case file(descriptor: Int32)
    case data(DataBuffer, bytes: UInt)
  }

  /// What errors call the movie.
  let name: String
  /// How much of the movie is there.
  let extent: MovieExtent
  /// Whether it is WebP with more than one frame (RFC 9649: a bit in the extended header).
  let isAnimatedWebP: Bool
  /// How it is to be turned, where FFmpeg doesn't tell but the file does.
  let orientation: ImageOrientation?
  private let kind: Kind

  /// Opens a file.
  init(path: [UInt8]) throws(MovieError) {
    name = String(decoding: path, as: UTF8.self)
    guard !path.isEmpty, !path.contains(0) else {
      throw MovieError(.cannotOpen, subject: name, errno: ENOENT, reason: "this can't be the name of a file")
    }
    let terminated = path.map(CChar.init(bitPattern:)) + [0]
    // Looked at before it is opened: to open a device can do things, to open a pipe can wait for ever.
    var status = stat()
    guard stat(terminated, &status) == 0 else { throw MovieError(.cannotOpen, subject: name, systemError: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw MovieError(.cannotRead, subject: name, systemError: EISDIR)
    default:
      throw MovieError(
        .cannotRead, subject: name, reason: "this is a device or a pipe, not a file", remedy: "name a movie file")
    }
    let descriptor = open(terminated, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw MovieError(.cannotOpen, subject: name, systemError: errno) }
    kind = .file(descriptor: descriptor)
    func read(_ offset: Int, _ count: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      let taken = pread(descriptor, &bytes, count, offset)
      return taken < 0 ? [] : Array(bytes.prefix(taken))
    }
    extent = MovieExtent(byteCount: Int(status.st_size), read: read)
    isAnimatedWebP = Self.isAnimatedWebP(read(0, 21))
    orientation = TIFFOrientation.read(read)
  }

  /// Takes bytes.
  init(_ data: DataBuffer, name: String) {
    self.name = name
    // They stay where they are for as long as somebody has a lease on them.
    let address = data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    kind = .data(data, bytes: address)
    func read(_ offset: Int, _ count: Int) -> [UInt8] {
      data.withUnsafeBytes { Array($0.dropFirst(offset).prefix(count)) }
    }
    extent = MovieExtent(byteCount: data.count, read: read)
    isAnimatedWebP = Self.isAnimatedWebP(read(0, 21))
    orientation = TIFFOrientation.read(read)
  }

  private static func isAnimatedWebP(_ start: [UInt8]) -> Bool {
    start.count == 21 && start.starts(with: Array("RIFF".utf8)) && start[20] & 2 != 0
      && start[8..<16].elementsEqual("WEBPVP8X".utf8)
  }

  deinit {
    if case .file(let descriptor) = kind { close(descriptor) }
  }

  /// For the bridge, as long as this source is there.
  var source: cffmpeg_source {
    let count = Int64(extent.usableByteCount)
    return switch kind {
    case .file(let descriptor): cffmpeg_source(descriptor: descriptor, bytes: nil, byte_count: count)
    case .data(_, let bytes):
      cffmpeg_source(descriptor: -1, bytes: UnsafePointer(bitPattern: bytes), byte_count: count)
    }
  }
}
