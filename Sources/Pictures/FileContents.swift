import Glibc
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A reader of whole files into memory.
///
/// Files are not mapped: if another process truncates a mapped file, reading it kills this process.
package enum FileContents {
  package static func read(path: [UInt8], name: String, limits: PictureLimits) throws(PictureError) -> DataBuffer {
    guard !path.isEmpty, !path.contains(0) else {
      throw PictureError(
        .cannotOpen, subject: name, errno: ENOENT, reason: "invalid file name (empty, or contains a zero byte)")
    }
    let terminated = path.cString
    // Checked before the file is opened, because opening a device can have side effects.
    var status = stat()
    guard stat(terminated, &status) == 0 else {
      throw PictureError(.cannotOpen, subject: name, systemError: errno)
    }
    try checkKind(status, name: name)
    let descriptor = retryingOnInterrupt { open(terminated, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw PictureError(.cannotOpen, subject: name, systemError: errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, name: name, limits: limits)
  }

  package static func read(descriptor: Int32, name: String, limits: PictureLimits) throws(PictureError)
    -> DataBuffer
  {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw PictureError(.cannotRead, subject: name, systemError: errno)
    }
    try checkKind(status, name: name)
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    if isRegular, Int(status.st_size) > limits.maximumByteCount {
      throw .tooManyBytes(subject: name, limits: limits)
    }
    // One byte more than the file has, so that the end is detected without growing the buffer.
    var memory = GrowingMemory(capacity: isRegular ? max(Int(status.st_size) + 1, 4096) : 1 << 16)
    try fill(&memory, from: descriptor, name: name, limits: limits)
    return try memory.take(name: name)
  }

  private static func fill(
    _ memory: inout GrowingMemory, from descriptor: Int32, name: String, limits: PictureLimits
  ) throws(PictureError) {
    while true {
      guard let space = memory.space() else {
        throw PictureError(.outOfMemory, subject: name, reason: "not enough memory to read the file")
      }
      let count = retryingOnInterrupt {
        Int32(Glibc.read(descriptor, space.baseAddress, min(space.count, 1 << 30)))
      }
      if count < 0, errno == EAGAIN {
        // Standard input may be in non-blocking mode.
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = Glibc.poll(&poll, 1, -1)
        continue
      }
      guard count >= 0 else { throw PictureError(.cannotRead, subject: name, systemError: errno) }
      if count == 0 { return }
      memory.count += Int(count)
      if memory.count > limits.maximumByteCount { throw .tooManyBytes(subject: name, limits: limits) }
    }
  }

  private static func checkKind(_ status: stat, name: String) throws(PictureError) {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw PictureError(.cannotRead, subject: name, systemError: EISDIR)
    // /dev/null is read as an empty file, which gives a better error.
    case S_IFCHR where status.st_rdev == 1 << 8 | 3: return
    case S_IFCHR, S_IFBLK:
      throw PictureError(
        .cannotRead, subject: name, reason: "this is a device, not a picture",
        hint: "name a picture file, or pipe a picture in")
    default: return
    }
  }
}

extension PictureError {
  static func tooManyBytes(subject: String, limits: PictureLimits) -> Self {
    Self(
      .tooLarge, subject: subject, reason: "the file exceeds the limit of \(limits.maximumByteCount) bytes",
      hint: limits.hint)
  }
}

/// A buffer of bytes that grows while data is read.
package struct GrowingMemory: ~Copyable {
  private var base: UnsafeMutableRawPointer?
  private var capacity: Int
  package var count = 0

  package init(capacity: Int) {
    self.capacity = capacity
    base = malloc(capacity)
  }

  /// Returns the space for the next bytes, never empty; nil if memory is exhausted.
  package mutating func space() -> UnsafeMutableRawBufferPointer? {
    if count == capacity {
      guard let grown = realloc(base, capacity * 2) else { return nil }
      base = grown
      capacity *= 2
    }
    return base.map { UnsafeMutableRawBufferPointer(start: $0 + count, count: capacity - count) }
  }

  /// Returns the bytes and transfers the ownership of their memory.
  package consuming func take(name: String) throws(PictureError) -> DataBuffer {
    // After doubling, up to half of the memory may be unused.
    if count < capacity / 2, let smaller = realloc(base, max(count, 1)) { base = smaller }
    do throws(MediaError) {
      let data = try DataBuffer(adopting: base, count: count)
      base = nil
      return data
    } catch {
      throw PictureError(error, subject: name)
    }
  }

  deinit { free(base) }
}
