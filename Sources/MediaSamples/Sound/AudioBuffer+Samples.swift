extension AudioBuffer {
  /// Reads the samples of a plane.
  ///
  /// - Parameters:
  ///   - type: How they are stored: `Int16`, `Int32` or `Float`, as ``AudioFormat/commonFormat`` says.
  ///   - index: One of ``AudioFormat/planeCount`` planes; default the first.
  ///   - body: Gets them, frame by frame, of all channels where they are interleaved.
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  /// - Throws: What `body` throws, or ``MediaError`` where the samples are stored in another way.
  public func withSamples<Sample: AudioSample, Result>(
    _ type: Sample.Type, plane index: Int = 0, _ body: (Span<Sample>) throws -> Result
  ) throws -> Result {
    try require(type)
    return try withUnsafePlane(index) { bytes in try body(bytes.assumingMemoryBound(to: type).span) }
  }

  /// Writes the samples of a plane.
  ///
  /// Copies the frames first where another lease shares their memory.
  ///
  /// - Parameters:
  ///   - type: How they are stored: `Int16`, `Int32` or `Float`, as ``AudioFormat/commonFormat`` says.
  ///   - index: One of ``AudioFormat/planeCount`` planes; default the first.
  ///   - body: Gets them, frame by frame, of all channels where they are interleaved.
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  /// - Throws: What `body` throws, or ``MediaError`` where the samples are stored in another way, or a copy was needed
  ///   and there was no memory.
  public mutating func withMutableSamples<Sample: AudioSample, Result>(
    _ type: Sample.Type, plane index: Int = 0, _ body: (inout MutableSpan<Sample>) throws -> Result
  ) throws -> Result {
    try require(type)
    return try withUnsafeMutablePlane(index) { bytes in
      var span = bytes.assumingMemoryBound(to: type).mutableSpan
      return try body(&span)
    }
  }

  private func require<Sample: AudioSample>(_ type: Sample.Type) throws(MediaError) {
    guard type.commonFormat == format.commonFormat else {
      throw MediaError(
        .differentAudioFormat, subject: "\(format)", reason: "its samples are not \(type.commonFormat)")
    }
  }
}
