extension AudioBuffer {
  /// What no sound reaches, where 1 is full scale.
  private static let loudest: Float = 65_536

  /// The same with silence in place of what is no number, or larger than any sound: encoders refuse it, and filters spread it
  /// over what lies beside it.
  ///
  /// - Throws: ``MediaError`` where there is no memory.
  package func withoutWrongNumbers() throws(MediaError) -> AudioBuffer {
    guard format.commonFormat == .pcmFormatFloat32, !isOfNumbers else { return self }
    let mended = try copy()
    for plane in 0..<format.planeCount {
      let bytes = UnsafeMutableRawBufferPointer(mutating: mended.bytes(ofPlane: plane, 0..<frameCount))
      let samples = bytes.assumingMemoryBound(to: Float.self)
      for index in samples.indices where !(abs(samples[index]) <= Self.loudest) { samples[index] = 0 }
    }
    withExtendedLifetime(mended.memory) {}
    return mended
  }

  private var isOfNumbers: Bool {
    (0..<format.planeCount).allSatisfy { plane in
      withUnsafePlane(plane) { bytes in
        bytes.assumingMemoryBound(to: Float.self).reduce(true) { $0 && abs($1) <= Self.loudest }
      }
    }
  }
}
