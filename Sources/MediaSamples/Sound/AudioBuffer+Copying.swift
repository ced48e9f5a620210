extension AudioBuffer {
  /// Returns a buffer of silent frames.
  ///
  /// - Parameters:
  ///   - format: The format of the samples.
  ///   - frameCount: The number of frames, 1 to 2³⁰.
  /// - Throws: ``MediaError`` if the number is out of range or memory runs out.
  public static func silence(format: AudioFormat, frameCount: Int) throws(MediaError) -> AudioBuffer {
    var buffer = try AudioBuffer(format: format, frameCapacity: frameCount)
    try buffer.setFrameCount(frameCount)
    try buffer.silence()
    return buffer
  }

  /// Replaces the frames of a range by silence.
  ///
  /// Copies the frames first if their memory is shared.
  ///
  /// - Parameter range: The frames. Default: all.
  /// - Throws: ``MediaError`` if the range exceeds the buffer, or a required copy fails because memory runs out.
  public mutating func silence(_ range: Range<Int>? = nil) throws(MediaError) {
    let range = range ?? 0..<frameCount
    try require(range)
    try makeUnique()
    for plane in 0..<format.planeCount {
      UnsafeMutableRawBufferPointer(mutating: bytes(ofPlane: plane, range)).initializeMemory(
        as: UInt8.self, repeating: 0)
    }
    withExtendedLifetime(memory) {}
  }

  /// Copies frames of another buffer of the same format over frames of this one.
  ///
  /// Copies this buffer's frames first if their memory is shared.
  ///
  /// - Parameters:
  ///   - range: The frames of the other buffer.
  ///   - other: The other buffer.
  ///   - start: The first frame to be replaced. Default: 0.
  /// - Throws: ``MediaError`` if the formats differ, the frames exceed either buffer, or a required copy fails
  ///   because memory runs out.
  public mutating func copyFrames(
    _ range: Range<Int>, of other: AudioBuffer, to start: Int = 0
  ) throws(MediaError) {
    try require(other.format)
    try other.require(range)
    guard start >= 0, start <= frameCount - range.count else {
      throw MediaError(
        .invalidFrames, subject: "\(range.count) frames from \(start) on",
        reason: "the buffer has \(frameCount) frames")
    }
    try makeUnique()
    overwrite(start, with: other, range)
  }

  /// Appends the frames of another buffer of the same format.
  ///
  /// Copies this buffer's frames first if their memory is shared.
  ///
  /// - Throws: ``MediaError`` if the formats differ, the capacity is too small, or a required copy fails because
  ///   memory runs out.
  public mutating func append(_ other: AudioBuffer) throws(MediaError) {
    try require(other.format)
    let start = frameCount
    try setFrameCount(start + other.frameCount)
    do throws(MediaError) {
      try copyFrames(0..<other.frameCount, of: other, to: start)
    } catch {
      try setFrameCount(start)
      throw error
    }
  }

  /// Copies frames of a buffer of the same format over those from `start` on; no other holders may exist.
  func overwrite(_ start: Int, with other: AudioBuffer, _ range: Range<Int>) {
    for plane in 0..<format.planeCount {
      let source = other.bytes(ofPlane: plane, range)
      UnsafeMutableRawBufferPointer(start: address(ofPlane: plane, start), count: source.count).copyMemory(
        from: source)
    }
    withExtendedLifetime((memory, other.memory)) {}
  }

  private func require(_ other: AudioFormat) throws(MediaError) {
    guard other == format else {
      throw MediaError(.differentAudioFormat, subject: "\(other)", reason: "the buffer's format is \(format)")
    }
  }

  /// Copies the frames if their memory is shared or read-only.
  mutating func makeUnique() throws(MediaError) {
    if !isUniquelyOwned() { self = try copy() }
  }
}
