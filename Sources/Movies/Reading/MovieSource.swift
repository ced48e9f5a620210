import COpenCaptureFFmpeg
import Glibc
import OpenCaptureMediaSamples

/// What a movie is read from, kept open or in memory as long as it is read.
final class MovieSource: Sendable {
  private enum Kind {
    case file(descriptor: Int32)
    case data(DataBuffer, bytes: UInt)
    /// Texts ended by a zero, which stay there.
    case camera(address: UInt, token: UInt, certificates: UInt, usesDatagrams: Bool, patience: Int32)
  }

  /// What errors call the movie.
  let name: String
  /// How much of the movie is there.
  let extent: MovieExtent
  /// The first bytes.
  let start: [UInt8]
  /// The orientation that a WebP file states, which FFmpeg does not always tell; nil if there is none.
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
    start = read(0, WebPHeader.byteCount)
    orientation = WebPHeader.orientation(read)
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
    start = read(0, WebPHeader.byteCount)
    orientation = WebPHeader.orientation(read)
  }

  /// Takes the address of a camera on the network.
  init(_ address: LiveAddress, name: String) {
    self.name = name
    kind = .camera(
      address: UInt(bitPattern: strdup(address.text)),
      token: address.token.map { UInt(bitPattern: strdup($0)) } ?? 0,
      certificates: address.certificates.map { UInt(bitPattern: strdup($0)) } ?? 0,
      usesDatagrams: address.usesDatagrams, patience: Int32(clamping: address.patience))
    extent = MovieExtent(byteCount: 0) { _, _ in [] }
    start = []
    orientation = nil
  }

  deinit {
    switch kind {
    case .file(let descriptor): close(descriptor)
    case .data: break
    case .camera(let address, let token, let certificates, _, _):
      for text in [address, token, certificates] { free(UnsafeMutableRawPointer(bitPattern: text)) }
    }
  }

  /// All bytes, for what reads them at once.
  func contents() throws(MovieError) -> DataBuffer {
    guard case .file(let descriptor) = kind else {
      if case .data(let data, _) = kind { return data }
      throw MovieError(.cannotRead, subject: name, reason: "there is nothing to read from")
    }
    let count = extent.usableByteCount
    guard let memory = malloc(max(1, count)) else {
      throw MovieError(.outOfMemory, subject: name, reason: "there is no memory to read it")
    }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    let address = UInt(bitPattern: memory)
    let data: DataBuffer
    do throws(MediaError) {
      data = try DataBuffer(wrapping: bytes) { free(UnsafeMutableRawPointer(bitPattern: address)) }
    } catch {
      throw MovieError(error, subject: name)
    }
    try fill(bytes, from: descriptor)
    return data
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32) throws(MovieError) {
    var offset = 0
    while offset < bytes.count {
      let count = pread(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset, offset)
      if count < 0, errno != EINTR { throw MovieError(.cannotRead, subject: name, systemError: errno) }
      if count == 0 { throw MovieError(.truncated, subject: name, reason: "it became shorter while it was read") }
      offset += max(0, count)
    }
  }

  /// For the bridge, as long as this source is there.
  var source: cffmpeg_source {
    var source = cffmpeg_source()
    source.byte_count = Int64(extent.usableByteCount)
    switch kind {
    case .file(let descriptor): source.descriptor = descriptor
    case .data(_, let bytes): (source.descriptor, source.bytes) = (-1, UnsafePointer(bitPattern: bytes))
    case .camera(let address, let token, let certificates, let usesDatagrams, let patience):
      source.address = UnsafePointer(bitPattern: address)
      source.token = UnsafePointer(bitPattern: token)
      source.certificates = UnsafePointer(bitPattern: certificates)
      (source.uses_datagrams, source.patience) = (usesDatagrams, patience)
    }
    return source
  }
}
