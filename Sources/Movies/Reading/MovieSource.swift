import COpenCaptureFFmpeg
import Glibc
import OpenCaptureMediaSamples

/// The source of a movie: an open file, data in memory, or a network camera.
final class MovieSource: Sendable {
  private enum Kind {
    case file(descriptor: Int32)
    case data(DataBuffer, bytes: UInt)
    /// The addresses of zero-terminated strings that the source owns.
    case camera(address: UInt, token: UInt, certificates: UInt, usesDatagrams: Bool, timeoutMilliseconds: Int32)
  }

  /// The movie's name for error messages.
  let name: String
  /// The completeness of the movie file.
  let extent: MovieCompleteness
  /// The first bytes of the file.
  let start: [UInt8]
  /// The orientation in a WebP file, which FFmpeg does not always report; nil if none.
  let orientation: ImageOrientation?
  private let kind: Kind

  /// Opens a file.
  convenience init(path: [UInt8]) throws(MovieError) {
    let name = String(decoding: path, as: UTF8.self)
    guard !path.isEmpty, !path.contains(0) else {
      throw MovieError(.cannotOpen, subject: name, errno: ENOENT, reason: "not a valid file name")
    }
    let terminated = path.map(CChar.init(bitPattern:)) + [0]
    // Check the type first: opening a device can have side effects, and opening a pipe can block.
    var status = stat()
    guard stat(terminated, &status) == 0 else { throw MovieError(.cannotOpen, subject: name, systemError: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw MovieError(.cannotRead, subject: name, systemError: EISDIR)
    default:
      throw MovieError(.cannotRead, subject: name, reason: "a device or pipe, not a file", hint: "use a movie file")
    }
    let descriptor = open(terminated, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw MovieError(.cannotOpen, subject: name, systemError: errno) }
    self.init(adopting: descriptor, byteCount: Int(status.st_size), name: name)
  }

  /// Creates a source for an open file, which stays open.
  convenience init(reading descriptor: Int32, name: String) throws(MovieError) {
    var status = stat()
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0, fstat(own, &status) == 0 else {
      throw MovieError(.cannotOpen, subject: name, systemError: errno)
    }
    self.init(adopting: own, byteCount: Int(status.st_size), name: name)
  }

  private init(adopting descriptor: Int32, byteCount: Int, name: String) {
    self.name = name
    kind = .file(descriptor: descriptor)
    func read(_ offset: Int, _ count: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      let taken = pread(descriptor, &bytes, count, offset)
      return taken < 0 ? [] : Array(bytes.prefix(taken))
    }
    extent = MovieCompleteness(byteCount: byteCount, read: read)
    start = read(0, WebPHeader.byteCount)
    orientation = WebPHeader.orientation(read)
  }

  /// Creates a source for data in memory.
  init(_ data: DataBuffer, name: String) {
    self.name = name
    // The bytes do not move while the buffer exists.
    let address = data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    kind = .data(data, bytes: address)
    func read(_ offset: Int, _ count: Int) -> [UInt8] {
      data.withUnsafeBytes { Array($0.dropFirst(offset).prefix(count)) }
    }
    extent = MovieCompleteness(byteCount: data.count, read: read)
    start = read(0, WebPHeader.byteCount)
    orientation = WebPHeader.orientation(read)
  }

  /// Creates a source for a network camera.
  init(_ address: NetworkStreamAddress, name: String) {
    self.name = name
    kind = .camera(
      address: UInt(bitPattern: strdup(address.text)),
      token: address.token.map { UInt(bitPattern: strdup($0)) } ?? 0,
      certificates: address.certificates.map { UInt(bitPattern: strdup($0)) } ?? 0,
      usesDatagrams: address.usesDatagrams, timeoutMilliseconds: Int32(clamping: address.timeoutMilliseconds))
    extent = MovieCompleteness(byteCount: 0) { _, _ in [] }
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

  /// Returns the complete contents of the file.
  func contents() throws(MovieError) -> DataBuffer {
    guard case .file(let descriptor) = kind else {
      if case .data(let data, _) = kind { return data }
      throw MovieError(.cannotRead, subject: name, reason: "the source is not a file")
    }
    let count = extent.usableByteCount
    guard let memory = malloc(max(1, count)) else {
      throw MovieError(.outOfMemory, subject: name, reason: "out of memory")
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
      if count == 0 { throw MovieError(.truncated, subject: name, reason: "the file was shortened during reading") }
      offset += max(0, count)
    }
  }

  /// Opens a track without decoding video; nil after a failure.
  func openReader(isSound: Bool, keepsPackets: Bool, _ failure: inout cffmpeg_failure) -> OpaquePointer? {
    var bridged = source
    var options = cffmpeg_reader_options()
    options.thread_count = 1
    options.maximum_pixel_count = 1 << 28
    options.is_sound = isSound
    options.keeps_packets = keepsPackets
    options.is_over = { WorkLimit.isReached }
    return cffmpeg_reader_open(&bridged, &options, &failure)
  }

  /// The source for the C bridge, valid while this object exists.
  var source: cffmpeg_source {
    var source = cffmpeg_source()
    source.byte_count = Int64(extent.usableByteCount)
    switch kind {
    case .file(let descriptor): source.descriptor = descriptor
    case .data(_, let bytes):
      source.descriptor = -1
      source.bytes = UnsafePointer(bitPattern: bytes)
    case .camera(let address, let token, let certificates, let usesDatagrams, let timeoutMilliseconds):
      source.address = UnsafePointer(bitPattern: address)
      source.token = UnsafePointer(bitPattern: token)
      source.certificates = UnsafePointer(bitPattern: certificates)
      source.uses_datagrams = usesDatagrams
      source.timeout_milliseconds = timeoutMilliseconds
    }
    return source
  }
}
