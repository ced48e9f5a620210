import Glibc
import OpenCaptureMediaSamples

/// The levels of one channel: a value that is told how loud each stretch of sound was, and knows no time but its frames.
struct AudioLevelMeter: Sendable {
  /// What is shown, in dBFS.
  struct Levels: Sendable, Hashable {
    var average = floor
    var peak = floor
  }

  /// What silence is shown as (`AVAudioRecorder.averagePower(forChannel:)` has the same).
  static let floor: Float = -160
  /// Stretches that are kept as one, a second.
  static let blocksPerSecond = 100
  /// Over how many of them the average goes.
  static let averagedBlocks = 30
  /// For how many of them a peak is shown.
  static let heldBlocks = 150

  private let framesPerBlock: Int
  /// The last that are full, and the one that fills.
  private var blocks: [AudioLoudness] = Array(repeating: AudioLoudness(), count: heldBlocks + 1)
  private var current = 0

  /// Begins with silence.
  init(sampleRate: Int) { framesPerBlock = max(1, sampleRate / Self.blocksPerSecond) }

  /// How many frames the next stretch may have: a block is filled by whole stretches.
  var room: Int { framesPerBlock - blocks[current].frameCount }

  /// Takes note of how loud the next stretch was.
  mutating func add(_ loudness: AudioLoudness) {
    blocks[current].add(loudness)
    guard room <= 0 else { return }
    current = (current + 1) % blocks.count
    blocks[current] = AudioLoudness()
  }

  /// What is shown now.
  var levels: Levels {
    var (sum, peak) = (AudioLoudness(), 0.0)
    for age in blocks.indices {
      let block = blocks[(current - age + blocks.count) % blocks.count]
      if age <= Self.averagedBlocks { sum.add(block) }
      peak = max(peak, block.peak)
    }
    guard sum.frameCount > 0 else { return Levels(peak: Self.decibels(peak * peak)) }
    return Levels(
      average: Self.decibels(sum.sumOfSquares / Double(sum.frameCount)), peak: Self.decibels(peak * peak))
  }

  private static func decibels(_ power: Double) -> Float {
    power > 0 ? max(floor, Float(10 * log10(power))) : floor
  }
}
