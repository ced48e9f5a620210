package import OpenCaptureSystem

extension AudioBuffer {
  /// Reads the bytes of a plane's samples, of all channels if interleaved, otherwise of one channel.
  ///
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  public func withPlane<Result, Failure: Error>(
    _ index: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(bytes(ofPlane: index, 0..<frameCount).bytes)
  }

  /// Reads the bytes of a plane through a pointer, which is valid within `body` only.
  ///
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  public func withUnsafePlane<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(bytes(ofPlane: index, 0..<frameCount))
  }

  /// Writes the bytes of a plane.
  ///
  /// Copies the frames first if their memory is shared.
  ///
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  /// - Throws: An error of `body`, or ``MediaError`` if a required copy fails because memory runs out.
  public mutating func withMutablePlane<Result>(
    _ index: Int, _ body: (inout MutableRawSpan) throws -> Result
  ) throws -> Result {
    try withUnsafeMutablePlane(index) { bytes in
      var span = bytes.mutableBytes
      return try body(&span)
    }
  }

  /// Writes the bytes of a plane through a pointer, which is valid within `body` only.
  ///
  /// Copies the frames first if their memory is shared.
  ///
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  /// - Throws: An error of `body`, or ``MediaError`` if a required copy fails because memory runs out.
  public mutating func withUnsafeMutablePlane<Result>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) throws -> Result {
    try makeUnique()
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeMutableRawBufferPointer(mutating: bytes(ofPlane: index, 0..<frameCount)))
  }

  /// Reads all planes through a C array of pointers to their first samples, which are valid within `body` only.
  public func withUnsafePlanes<Result>(
    _ body: (UnsafeBufferPointer<UnsafeRawPointer>) throws -> Result
  ) rethrows -> Result {
    defer { withExtendedLifetime(memory) {} }
    let count = format.planeCount
    return try withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: count) { planes in
      for index in 0..<count { planes.initializeElement(at: index, to: UnsafeRawPointer(address(ofPlane: index))) }
      return try body(UnsafeBufferPointer(planes))
    }
  }

  /// Writes all planes through a C array of pointers to their first samples, which are valid within `body` only.
  ///
  /// Copies the frames first if their memory is shared.
  ///
  /// - Throws: An error of `body`, or ``MediaError`` if a required copy fails because memory runs out.
  public mutating func withUnsafeMutablePlanes<Result>(
    _ body: (UnsafeBufferPointer<UnsafeMutableRawPointer>) throws -> Result
  ) throws -> Result {
    try makeUnique()
    defer { withExtendedLifetime(memory) {} }
    let count = format.planeCount
    return try withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer.self, capacity: count) { planes in
      for index in 0..<count { planes.initializeElement(at: index, to: address(ofPlane: index)) }
      return try body(UnsafeBufferPointer(planes))
    }
  }
}

extension AudioBuffer {
  /// Reads the samples of a plane.
  ///
  /// - Parameters:
  ///   - type: The type of ``AudioFormat/commonFormat``: `Int16`, `Int32` or `Float`.
  ///   - index: The plane, below ``AudioFormat/planeCount``. Default: 0.
  ///   - body: Receives the samples frame by frame, of all channels if interleaved.
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  /// - Throws: An error of `body`, or ``MediaError`` if the samples are of another type.
  public func withSamples<Sample: AudioSample, Result>(
    _ type: Sample.Type, plane index: Int = 0, _ body: (Span<Sample>) throws -> Result
  ) throws -> Result {
    try require(type)
    return try withUnsafePlane(index) { bytes in try body(bytes.assumingMemoryBound(to: type).span) }
  }

  /// Writes the samples of a plane.
  ///
  /// Copies the frames first if their memory is shared.
  ///
  /// - Parameters:
  ///   - type: The type of ``AudioFormat/commonFormat``: `Int16`, `Int32` or `Float`.
  ///   - index: The plane, below ``AudioFormat/planeCount``. Default: 0.
  ///   - body: Receives the samples frame by frame, of all channels if interleaved.
  /// - Precondition: `index` is below ``AudioFormat/planeCount``.
  /// - Throws: An error of `body`, or ``MediaError`` if the samples are of another type or a required copy fails
  ///   because memory runs out.
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
        .differentAudioFormat, subject: "\(format)", reason: "the samples are not of type \(type.commonFormat)")
    }
  }
}

extension AudioBuffer {
  /// The access state of the memory, shared by all holders.
  package var access: Locked<MemoryAccess> { memory.access }

  /// Returns the address of a plane's first sample, valid while a copy of the buffer exists; nil without the plane.
  package func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    (0..<format.planeCount).contains(index) ? address(ofPlane: index, 0) : nil
  }

  /// The memory from the first sample of the first plane to the last one of the last, including any gaps.
  package var data: DataBuffer {
    let last = address(ofPlane: format.planeCount - 1, frameCount)
    let first = address(ofPlane: 0, 0)
    return DataBuffer(memory: memory, offset: first - memory.base, count: last - first)
  }
}

extension AudioBuffer {
  /// The limit of plausible samples; full scale is 1.
  private static let loudest: Float = 65_536

  /// Returns the same sound with NaN, infinite and implausibly large samples replaced by silence.
  ///
  /// Encoders reject such samples, and filters spread them to their neighbors.
  package func replacingInvalidSamples() throws(MediaError) -> AudioBuffer {
    guard format.commonFormat == .pcmFormatFloat32, !hasOnlyPlausibleSamples else { return self }
    let repaired = try copy()
    for plane in 0..<format.planeCount {
      let bytes = UnsafeMutableRawBufferPointer(mutating: repaired.bytes(ofPlane: plane, 0..<frameCount))
      let samples = bytes.assumingMemoryBound(to: Float.self)
      for index in samples.indices where !(abs(samples[index]) <= Self.loudest) { samples[index] = 0 }
    }
    withExtendedLifetime(repaired.memory) {}
    return repaired
  }

  private var hasOnlyPlausibleSamples: Bool {
    (0..<format.planeCount).allSatisfy { plane in
      withUnsafePlane(plane) { bytes in
        bytes.assumingMemoryBound(to: Float.self).reduce(true) { $0 && abs($1) <= Self.loudest }
      }
    }
  }
}
