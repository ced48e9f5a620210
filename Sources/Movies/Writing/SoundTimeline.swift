import OpenCaptureMediaSamples

/// Where sound lies in a movie: frame after frame without a gap, whatever the times say that come with it.
struct SoundTimeline: Sendable {
  /// What is done with sound that comes.
  struct Placement: Equatable {
    /// Frames of silence before it.
    var silence = 0
    /// How many of its first frames are left out.
    var skipped = 0
  }

  let sampleRate: Int
  /// Which of the sound's times is the movie's beginning.
  var start = MediaTime.zero
  /// How many frames there are so far.
  private(set) var frameCount = 0

  /// By how much time and count may differ before that is mended, in seconds: what isn't heard, nor seen on lips.
  static let tolerance = 0.005
  /// More than a movie can have: centuries at any rate.
  private static let mostFrames: UInt64 = 1 << 53

  init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Takes note of the next sound.
  ///
  /// - Returns: nil where its time is none, or farther away than can be counted.
  mutating func place(_ time: MediaTime, _ count: Int) -> Placement? {
    let offset = (time - start).convertScale(Int32(sampleRate))
    guard offset.isNumeric, offset.value.magnitude < Self.mostFrames else { return nil }
    let gap = Int(offset.value) - frameCount
    var placement = Placement()
    // The movie's beginning is exact: sound before it is none of the movie's.
    let isBefore = frameCount == 0 && gap < 0
    if isBefore || abs(gap) > Int(Double(sampleRate) * Self.tolerance) {
      (placement.silence, placement.skipped) = (max(0, gap), min(count, max(0, -gap)))
    }
    frameCount += placement.silence + count - placement.skipped
    return placement
  }
}
