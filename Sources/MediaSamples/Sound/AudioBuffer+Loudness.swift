import COpenCaptureSound

/// How loud a channel was over some frames.
package struct AudioLoudness: Sendable, Hashable {
  /// The squares of all samples, full scale 1, added up.
  package var sumOfSquares: Double
  /// The sample that is farthest from 0, without its sign; full scale is 1.
  package var peak: Double
  /// Over how many frames.
  package var frameCount: Int

  /// So loud; default nothing was heard.
  package init(sumOfSquares: Double = 0, peak: Double = 0, frameCount: Int = 0) {
    (self.sumOfSquares, self.peak, self.frameCount) = (sumOfSquares, peak, frameCount)
  }

  /// Adds what was heard after it.
  package mutating func add(_ other: Self) {
    sumOfSquares += other.sumOfSquares
    peak = max(peak, other.peak)
    frameCount += other.frameCount
  }
}

extension AudioBuffer {
  /// How loud a channel is over the frames of a range.
  ///
  /// - Precondition: There are such a channel and such frames.
  package func loudness(ofChannel channel: Int, _ range: Range<Int>) -> AudioLoudness {
    defer { withExtendedLifetime(memory) {} }
    let level = csound_measure(source(ofChannel: channel, from: range.lowerBound), range.count)
    return AudioLoudness(sumOfSquares: level.sum_of_squares, peak: level.peak, frameCount: range.count)
  }

  /// Multiplies the samples of a channel, and keeps them within full scale where they are integers.
  ///
  /// Copies the frames first where another lease shares their memory.
  ///
  /// - Precondition: There is such a channel.
  /// - Throws: ``MediaError`` where a copy was needed and there was no memory.
  package mutating func scale(channel: Int, by gain: Float) throws(MediaError) {
    try makeUnique()
    csound_scale(target(ofChannel: channel), frameCount, gain)
    withExtendedLifetime(memory) {}
  }

  /// The samples of a channel from a frame on, for reading; the memory must outlive the use of it.
  func source(ofChannel channel: Int, from frame: Int = 0) -> csound_source {
    csound_source(
      samples: UnsafeRawPointer(address(ofChannel: channel, frame)), format: format.commonFormat.bridged,
      stride: format.isInterleaved ? format.channelCount : 1)
  }

  /// The samples of a channel, for writing; the memory must outlive the use of it.
  func target(ofChannel channel: Int) -> csound_target {
    csound_target(
      samples: address(ofChannel: channel, 0), format: format.commonFormat.bridged,
      stride: format.isInterleaved ? format.channelCount : 1)
  }

  private func address(ofChannel channel: Int, _ frame: Int) -> UnsafeMutableRawPointer {
    precondition((0..<format.channelCount).contains(channel), "sound has the channels that its format counts")
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
