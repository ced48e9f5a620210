/// The positions of the samples of a number of frames in one block of memory.
struct AudioMemoryLayout: Sendable, Hashable {
  let format: AudioFormat
  /// The largest number of frames.
  let frameCapacity: Int
  /// The bytes from one plane to the next.
  let bytesPerPlane: Int

  /// Makes a layout with the shortest planes that are aligned for vector instructions.
  init(format: AudioFormat, frameCapacity: Int) throws(MediaError) {
    let needed = try Self.bytesPerPlane(format, frameCapacity)
    try self.init(format: format, frameCapacity: frameCapacity, bytesPerPlane: (needed + 63) / 64 * 64)
  }

  /// Describes existing memory with planes at a distance of `bytesPerPlane`; nil for adjacent planes.
  init(format: AudioFormat, frameCapacity: Int, bytesPerPlane: Int?) throws(MediaError) {
    let needed = try Self.bytesPerPlane(format, frameCapacity)
    let given = bytesPerPlane ?? needed
    guard (needed...1 << 40).contains(given), given % format.commonFormat.bytesPerSample == 0 else {
      throw MediaError(
        .invalidFrames, subject: "\(frameCapacity) frames of \(format)",
        reason: "a plane needs at least \(needed) bytes in whole samples, but \(given) were given")
    }
    self.format = format
    self.frameCapacity = frameCapacity
    self.bytesPerPlane = given
  }

  private static func bytesPerPlane(_ format: AudioFormat, _ frames: Int) throws(MediaError) -> Int {
    guard (1...1 << 30).contains(frames) else {
      throw MediaError(
        .invalidFrames, subject: "\(frames) frames of \(format)", reason: "a buffer can have 1 to \(1 << 30) frames"
      )
    }
    return frames * format.bytesPerFrame
  }

  /// The bytes from the first sample to the end of the last one.
  var byteCount: Int { (format.planeCount - 1) * bytesPerPlane + frameCapacity * format.bytesPerFrame }
}
