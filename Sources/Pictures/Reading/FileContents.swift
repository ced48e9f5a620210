import OpenCaptureSystem
import Glibc
package import OpenCaptureMediaSamples

/// Whole files in memory.
///
/// They are read, not mapped: a mapped file that somebody truncates kills the process that looks at it.
package enum FileContents {
  package static func read(path: [UInt8], name: String, limits: PictureLimits) throws(PictureError) -> DataBuffer {
    guard !path.isEmpty, !path.contains(0) else {
      throw PictureError(
        .cannotOpen, subject: name, errno: ENOENT, reason: "this can't be the name of a file")
    }
    let terminated = path.map(CChar.init(bitPattern:)) + [0]
    // Looked at before it is opened: to open a device can do things.
    var status = stat()
    guard stat(terminated, &status) == 0 else {
      throw PictureError(.cannotOpen, subject: name, systemError: errno)
    }
    try checkKind(status, name: name)
    let descriptor = retrying { open(terminated, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw PictureError(.cannotOpen, subject: name, systemError: errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, name: name, limits: limits)
  }

  static func read(descriptor: Int32, name: String, limits: PictureLimits) throws(PictureError) -> DataBuffer {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw PictureError(.cannotRead, subject: name, systemError: errno)
    }
    try checkKind(status, name: name)
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    if isRegular, Int(status.st_size) > limits.maximumByteCount {
      throw .tooManyBytes(subject: name, limits: limits)
    }
    // One byte more than the file has, so that its end is seen without growing.
    var memory = GrowingMemory(capacity: isRegular ? max(Int(status.st_size) + 1, 4096) : 1 << 16)
    try fill(&memory, from: descriptor, name: name, limits: limits)
    return try memory.take(name: name)
  }

  private static func fill(
    _ memory: inout GrowingMemory, from descriptor: Int32, name: String, limits: PictureLimits
  ) throws(PictureError) {
    while true {
      guard let space = memory.space() else {
        throw PictureError(.outOfMemory, subject: name, reason: "there is no memory to read it")
      }
      let count = retrying { Int32(Glibc.read(descriptor, space.baseAddress, min(space.count, 1 << 30))) }
      if count < 0, errno == EAGAIN {
        waitForData(descriptor)
        continue
      }
      guard count >= 0 else { throw PictureError(.cannotRead, subject: name, systemError: errno) }
      if count == 0 { return }
      memory.count += Int(count)
      if memory.count > limits.maximumByteCount { throw .tooManyBytes(subject: name, limits: limits) }
    }
  }

  /// Somebody may have left standard input in non-blocking mode.
  private static func waitForData(_ descriptor: Int32) {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = Glibc.poll(&poll, 1, -1)
  }

  private static func checkKind(_ status: stat, name: String) throws(PictureError) {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw PictureError(.cannotRead, subject: name, systemError: EISDIR)
    case S_IFCHR where isNullDevice(status): return
    case S_IFCHR, S_IFBLK:
      throw PictureError(
        .cannotRead, subject: name, reason: "this is a device, not a picture",
        remedy: "name a picture file, or pipe one in")
    default: return
    }
  }

  /// Nothing comes out of /dev/null, which is a better thing to say of it than that it is a device.
  private static func isNullDevice(_ status: stat) -> Bool { status.st_rdev == 1 << 8 | 3 }
}

extension PictureError {
  static func tooManyBytes(subject: String, limits: PictureLimits) -> Self {
    Self(
      .tooLarge, subject: subject, reason: "it has more than the limit of \(limits.maximumByteCount) bytes",
      remedy: limits.remedy)
  }
}
