import Glibc
import OpenCaptureMediaSamples

/// A level meter for one audio channel, which measures time by counting frames.
struct AudioLevelMeter: Sendable {
  /// The displayed levels, in dBFS.
  struct Levels: Sendable, Hashable {
    var average = floor
    var peak = floor
  }

  /// The level of silence, in dBFS (as in `AVAudioRecorder.averagePower(forChannel:)`).
  static let floor: Float = -160
  /// The number of blocks per second of audio.
  static let blocksPerSecond = 100
  /// The number of blocks in the average.
  static let averagedBlocks = 30
  /// The number of blocks for which a peak is held.
  static let heldBlocks = 150

  private let framesPerBlock: Int
  /// The most recent full blocks and the current block.
  private var blocks: [AudioLoudness] = Array(repeating: AudioLoudness(), count: heldBlocks + 1)
  private var current = 0

  /// Creates a meter that shows silence.
  init(sampleRate: Int) { framesPerBlock = max(1, sampleRate / Self.blocksPerSecond) }

  /// The number of frames that the current block still accepts, and the most that callers add at once.
  var remainingFrameCount: Int { framesPerBlock - blocks[current].frameCount }

  /// Adds the loudness of the next frames.
  mutating func add(_ loudness: AudioLoudness) {
    blocks[current].add(loudness)
    guard remainingFrameCount <= 0 else { return }
    current = (current + 1) % blocks.count
    blocks[current] = AudioLoudness()
  }

  var levels: Levels {
    var sum = AudioLoudness()
    var peak = 0.0
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
