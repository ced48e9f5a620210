/// How much of each channel that there is goes into each that is asked for: a value without any sound.
struct AudioMix: Sendable, Hashable {
  /// By the channel that is asked for, a weight for each that there is.
  let weights: [[Float]]

  /// Mixes the channels of one format into those of another.
  ///
  /// As many channels stay what they are. One becomes all. Into one go all, equally loud. Into two go, where it is known
  /// where the loudspeakers stand, the others as ITU-R BS.775 has it, made so quiet that nothing clips; low frequencies
  /// are left out. Otherwise channels keep their numbers: what is too many is left out, what is too few is silent.
  init(from source: AudioFormat, to target: AudioFormat) {
    let (there, wanted) = (source.channelCount, target.channelCount)
    if there == wanted {
      weights = Self.numbered(there, wanted)
    } else if there == 1 {
      weights = Array(repeating: [1], count: wanted)
    } else if let layout = source.channelLayout, wanted == 2, target.channelLayout == .stereo {
      weights = Self.stereo(of: layout)
    } else if let layout = source.channelLayout, wanted == 1 {
      let sides = Self.stereo(of: layout)
      weights = [zip(sides[0], sides[1]).map { ($0 + $1) / 2 }]
    } else if wanted == 1 {
      weights = [Array(repeating: 1 / Float(there), count: there)]
    } else {
      weights = Self.numbered(there, wanted)
    }
  }

  private static func numbered(_ there: Int, _ wanted: Int) -> [[Float]] {
    (0..<wanted).map { row in (0..<there).map { $0 == row ? 1 : 0 } }
  }

  /// What goes to the left and to the right.
  private static func stereo(of layout: AudioChannelLayout) -> [[Float]] {
    let positions = (0..<UInt64.bitWidth).map { AudioChannelLayout(rawValue: 1 << $0) }.filter(layout.contains)
    let sides = [positions.map(left), positions.map(right)]
    let loudest = max(1, sides.map { $0.reduce(0, +) }.max() ?? 1)
    return sides.map { $0.map { $0 / loudest } }
  }

  private static let half = Float(0.5).squareRoot()

  private static func left(_ position: AudioChannelLayout) -> Float {
    switch position {
    case .frontLeft, .frontLeftOfCenter: 1
    case .frontCenter, .backLeft, .sideLeft, .topFrontLeft, .topBackLeft: half
    case .backCenter, .topCenter, .topFrontCenter, .topBackCenter: 0.5
    default: 0
    }
  }

  private static func right(_ position: AudioChannelLayout) -> Float {
    switch position {
    case .frontRight, .frontRightOfCenter: 1
    case .frontCenter, .backRight, .sideRight, .topFrontRight, .topBackRight: half
    case .backCenter, .topCenter, .topFrontCenter, .topBackCenter: 0.5
    default: 0
    }
  }
}
