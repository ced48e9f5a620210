extension AudioBuffer {
  /// A buffer of frames without any sound.
  ///
  /// - Parameters:
  ///   - format: How the samples are stored.
  ///   - frameCount: How many frames, 1 to 2³⁰.
  /// - Throws: ``MediaError`` where there can't be such a buffer, or there is no memory.
  public static func silence(format: AudioFormat, frameCount: Int) throws(MediaError) -> AudioBuffer {
    var buffer = try AudioBuffer(format: format, frameCapacity: frameCount)
    try buffer.setFrameCount(frameCount)
    try buffer.silence()
    return buffer
  }

  /// Takes the sound out of the frames of a range.
  ///
  /// Copies the frames first where another lease shares their memory.
  ///
  /// - Parameter range: Default all.
  /// - Throws: ``MediaError`` where the buffer doesn't hold them all, or a copy was needed and there was no memory.
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

  /// Copies frames of another buffer of the same format over as many here.
  ///
  /// Copies these first where another lease shares their memory.
  ///
  /// - Parameters:
  ///   - range: The other's frames.
  ///   - other: Where they come from.
  ///   - start: The first frame here that they are copied over.
  /// - Throws: ``MediaError`` where the formats differ, one of the two doesn't hold the frames, or a copy was needed and
  ///   there was no memory.
  public mutating func copyFrames(
    _ range: Range<Int>, of other: AudioBuffer, to start: Int = 0
  ) throws(MediaError) {
    try require(other.format)
    try other.require(range)
    guard start >= 0, start <= frameCount - range.count else {
      throw MediaError(
        .invalidFrames, subject: "\(range.count) frames from \(start) on", reason: "the buffer holds \(frameCount)")
    }
    try makeUnique()
    overwrite(start, with: other, range)
  }

  /// Adds the frames of another buffer of the same format after those that are here.
  ///
  /// Copies these first where another lease shares their memory.
  ///
  /// - Throws: ``MediaError`` where the formats differ, there is no room for them, or a copy was needed and there was no
  ///   memory.
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

  /// Copies frames of a buffer of the same format over those from `start` on; nobody else holds this memory.
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
      throw MediaError(.differentAudioFormat, subject: "\(other)", reason: "the buffer holds \(format)")
    }
  }

  /// Takes memory of its own where another lease shares this, or it may not be written to.
  mutating func makeUnique() throws(MediaError) {
    if !isUniquelyOwned() { self = try copy() }
  }
}
