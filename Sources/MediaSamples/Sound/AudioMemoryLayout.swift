/// Where the samples of so many frames lie in one block of memory.
struct AudioMemoryLayout: Sendable, Hashable {
  let format: AudioFormat
  /// How many frames there is room for.
  let frameCapacity: Int
  /// Bytes from one plane to the next.
  let bytesPerPlane: Int

  /// Planes as far apart as the frames need, each aligned for vector instructions.
  ///
  /// - Throws: ``MediaError`` where a number can't be.
  init(format: AudioFormat, frameCapacity: Int) throws(MediaError) {
    let needed = try Self.bytesPerPlane(format, frameCapacity)
    (self.format, self.frameCapacity, bytesPerPlane) = (format, frameCapacity, (needed + 63) / 64 * 64)
  }

  /// Planes that somebody else laid out.
  ///
  /// - Parameter bytesPerPlane: Nil where nothing lies between them.
  /// - Throws: ``MediaError`` where a number can't be.
  init(format: AudioFormat, frameCapacity: Int, bytesPerPlane: Int?) throws(MediaError) {
    let needed = try Self.bytesPerPlane(format, frameCapacity)
    let given = bytesPerPlane ?? needed
    guard (needed...1 << 40).contains(given), given % format.commonFormat.bytesPerSample == 0 else {
      throw MediaError(
        .invalidFrames, subject: "\(frameCapacity) frames of \(format)",
        reason: "a plane needs \(needed) bytes in whole samples, \(given) were given")
    }
    (self.format, self.frameCapacity, self.bytesPerPlane) = (format, frameCapacity, given)
  }

  private static func bytesPerPlane(_ format: AudioFormat, _ frames: Int) throws(MediaError) -> Int {
    guard (1...1 << 30).contains(frames) else {
      throw MediaError(
        .invalidFrames, subject: "\(frames) frames of \(format)", reason: "a buffer has room for 1 up to \(1 << 30)"
      )
    }
    return frames * format.bytesPerFrame
  }

  /// Bytes from the first sample to the end of the last one.
  var byteCount: Int { (format.planeCount - 1) * bytesPerPlane + frameCapacity * format.bytesPerFrame }
}
