/// The weight of each source channel in each output channel.
struct AudioMix: Sendable, Hashable {
  /// For each output channel, the weights of all source channels.
  let weights: [[Float]]

  /// Makes the weights for a conversion of channels.
  ///
  /// An equal number of channels is kept, and mono is copied to all channels. All channels are mixed to mono with
  /// equal weights. With a known layout, channels are mixed to stereo according to ITU-R BS.775. The mix is
  /// attenuated so that it cannot clip, and omits low frequencies. Otherwise channels keep their numbers: excess
  /// channels are dropped, missing ones are silent.
  init(from source: AudioFormat, to target: AudioFormat) {
    let available = source.channelCount
    let requested = target.channelCount
    if available == requested {
      weights = Self.numbered(available, requested)
    } else if available == 1 {
      weights = Array(repeating: [1], count: requested)
    } else if let layout = source.channelLayout, requested == 2, target.channelLayout == .stereo {
      weights = Self.stereo(of: layout)
    } else if let layout = source.channelLayout, requested == 1 {
      let sides = Self.stereo(of: layout)
      weights = [zip(sides[0], sides[1]).map { ($0 + $1) / 2 }]
    } else if requested == 1 {
      weights = [Array(repeating: 1 / Float(available), count: available)]
    } else {
      weights = Self.numbered(available, requested)
    }
  }

  private static func numbered(_ available: Int, _ requested: Int) -> [[Float]] {
    (0..<requested).map { row in (0..<available).map { $0 == row ? 1 : 0 } }
  }

  /// Returns the weights of the left and the right output channel.
  private static func stereo(of layout: AudioChannelLayout) -> [[Float]] {
    let positions = (0..<UInt64.bitWidth).map { AudioChannelLayout(rawValue: 1 << $0) }.filter(layout.contains)
    let sides = [
      positions.map {
        weight(of: $0, [.frontLeft, .frontLeftOfCenter], [.backLeft, .sideLeft, .topFrontLeft, .topBackLeft])
      },
      positions.map {
        weight(
          of: $0, [.frontRight, .frontRightOfCenter], [.backRight, .sideRight, .topFrontRight, .topBackRight])
      },
    ]
    let loudest = max(1, sides.map { $0.reduce(0, +) }.max() ?? 1)
    return sides.map { $0.map { $0 / loudest } }
  }

  /// Returns the weight of a position in an output channel, given the other positions in front and on that side.
  private static func weight(
    of position: AudioChannelLayout, _ front: AudioChannelLayout, _ side: AudioChannelLayout
  ) -> Float {
    if front.contains(position) { return 1 }
    if position == .frontCenter || side.contains(position) { return Float(0.5).squareRoot() }
    let middle: AudioChannelLayout = [.backCenter, .topCenter, .topFrontCenter, .topBackCenter]
    return middle.contains(position) ? 0.5 : 0
  }
}
