import OpenCaptureMediaSamples

/// Where sound lies in a file that has nothing else: frame after frame, by their count.
///
/// So none is lost nor made up though the source's clock goes as it likes; a jump of its times is a gap as long.
struct SoundCount: Sendable {
  /// Where the next frame lies.
  private(set) var end = MediaTime.zero
  /// When the next frame is heard, in the recording's times.
  private var due = MediaTime.zero

  /// By how much the times of frames that follow each other may differ from that, in seconds.
  static let tolerance = 0.005

  /// Places sound behind what came before, or behind a gap.
  ///
  /// - Parameter time: When it begins, in the recording's times.
  mutating func place(_ time: MediaTime, _ buffer: AudioBuffer) -> MediaTime {
    let place = self.place(time).convertScale(Int32(buffer.format.sampleRate))
    (end, due) = (place + buffer.duration, time + buffer.duration)
    return place
  }

  /// Which place of the file is a time of the recording's, from the end of what came on.
  func place(_ time: MediaTime) -> MediaTime {
    let gap = time - due
    return gap.seconds > Self.tolerance ? end + gap : end
  }
}
