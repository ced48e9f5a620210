import CFFmpeg
import Glibc
import MediaSamples

/// What a movie is read from, kept open or in memory as long as it is read.
final class MovieSource: Sendable {
  private enum Kind {
    case file(descriptor: Int32)
    case data(DataBuffer, bytes: UInt, count: Int)
  }

  /// What errors call the movie.
  let name: String
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
  }

  /// Takes bytes.
  init(_ data: DataBuffer, name: String) {
    self.name = name
    // They stay where they are for as long as somebody has a lease on them.
    let address = data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    kind = .data(data, bytes: address, count: data.count)
  }

  deinit {
    if case .file(let descriptor) = kind { close(descriptor) }
  }

  /// For the bridge, as long as this source is there.
  var source: cffmpeg_source {
    switch kind {
    case .file(let descriptor): cffmpeg_source(descriptor: descriptor, bytes: nil, byte_count: 0)
    case .data(_, let bytes, let count):
      cffmpeg_source(descriptor: -1, bytes: UnsafePointer(bitPattern: bytes), byte_count: count)
    }
  }
}
