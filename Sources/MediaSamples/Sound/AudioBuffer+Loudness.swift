import COpenCaptureSound

/// The loudness of a channel over a number of frames.
package struct AudioLoudness: Sendable, Hashable {
  /// The sum of the squares of all samples; full scale is 1.
  package var sumOfSquares: Double
  /// The largest absolute value of a sample; full scale is 1.
  package var peak: Double
  package var frameCount: Int

  /// Makes a measurement (default: no frames).
  package init(sumOfSquares: Double = 0, peak: Double = 0, frameCount: Int = 0) {
    self.sumOfSquares = sumOfSquares
    self.peak = peak
    self.frameCount = frameCount
  }

  /// Adds the measurement of the following frames.
  package mutating func add(_ other: Self) {
    sumOfSquares += other.sumOfSquares
    peak = max(peak, other.peak)
    frameCount += other.frameCount
  }
}

extension AudioBuffer {
  /// Measures the loudness of a channel over a range of frames.
  ///
  /// - Precondition: The channel and the frames exist.
  package func loudness(ofChannel channel: Int, _ range: Range<Int>) -> AudioLoudness {
    defer { withExtendedLifetime(memory) {} }
    let level = csound_measure(source(ofChannel: channel, from: range.lowerBound), range.count)
    return AudioLoudness(sumOfSquares: level.sum_of_squares, peak: level.peak, frameCount: range.count)
  }

  /// Multiplies the samples of a channel; integers are clamped to full scale.
  ///
  /// Copies the frames first if their memory is shared.
  ///
  /// - Precondition: The channel exists.
  /// - Throws: ``MediaError`` if a required copy fails because memory runs out.
  package mutating func scale(channel: Int, by gain: Float) throws(MediaError) {
    try makeUnique()
    csound_scale(target(ofChannel: channel), frameCount, gain)
    withExtendedLifetime(memory) {}
  }

  /// Returns the samples of a channel from a frame on, for reading; the caller must keep the memory alive.
  func source(ofChannel channel: Int, from frame: Int = 0) -> csound_source {
    csound_source(
      samples: UnsafeRawPointer(address(ofChannel: channel, frame)), format: format.commonFormat.bridged,
      stride: format.isInterleaved ? format.channelCount : 1)
  }

  /// Returns the samples of a channel, for writing; the caller must keep the memory alive.
  func target(ofChannel channel: Int) -> csound_target {
    csound_target(
      samples: address(ofChannel: channel, 0), format: format.commonFormat.bridged,
      stride: format.isInterleaved ? format.channelCount : 1)
  }

  private func address(ofChannel channel: Int, _ frame: Int) -> UnsafeMutableRawPointer {
    precondition((0..<format.channelCount).contains(channel), "channel out of range")
    guard format.isInterleaved else { return address(ofPlane: channel, frame) }
    return address(ofPlane: 0, frame) + channel * format.commonFormat.bytesPerSample
  }
}

extension AudioCommonFormat {
  var bridged: csound_format {
    switch self {
    case .pcmFormatInt16: CSOUND_INT16
    case .pcmFormatInt32: CSOUND_INT32
    case .pcmFormatFloat32: CSOUND_FLOAT32
    }
  }
}
