import COpenCaptureALSA
import OpenCaptureMediaSamples

/// What a device can, and which formats become of that: a value.
struct PCMAbilities: Sendable, Hashable {
  /// Its own ways to store samples; those that are none of ours are converted to `Int16`.
  var commonFormats: [AudioCommonFormat]
  var channels: ClosedRange<Int>
  var rates: ClosedRange<Int>

  /// The rates that are offered where a device has a range, in the order in which they are.
  static let usualRates = [48_000, 44_100, 96_000, 192_000, 88_200, 32_000, 22_050, 16_000, 11_025, 8_000]
  /// As many channels are looked at: what resamples and mixes says that it has any number.
  static let channelLimit = 8

  /// The formats, best for most first: `Int16` in stereo at 48 kHz, where there is that.
  ///
  /// - Parameter can: Whether the device has a combination.
  func formats(can: (AudioCommonFormat, Int, Int) -> Bool) -> [AudioFormat] {
    var result: [AudioFormat] = []
    for rate in usual(Self.usualRates, in: rates) {
      for count in usual([2, 1] + Array(3...Self.channelLimit), in: channels) {
        for common in commonFormats where can(common, count, rate) {
          let format = try? AudioFormat(commonFormat: common, sampleRate: rate, channels: count, interleaved: true)
          if let format { result.append(format) }
        }
      }
    }
    return result
  }

  /// The values of a list that a device has; where it has none of them, its greatest.
  private func usual(_ list: [Int], in range: ClosedRange<Int>) -> [Int] {
    let found = list.filter(range.contains)
    return found.isEmpty ? [range.upperBound] : found
  }
}

extension PCMAbilities {
  /// What ALSA says of a device; nil where that makes no sense.
  init?(_ abilities: calsa_abilities) {
    let bits = abilities.formats
    var formats: [AudioCommonFormat] = []
    if bits & UInt32(CALSA_INT16 | CALSA_OTHER) != 0 { formats.append(.pcmFormatInt16) }
    if bits & UInt32(CALSA_INT32 | CALSA_INT24 | CALSA_PACKED24) != 0 { formats.append(.pcmFormatInt32) }
    if bits & UInt32(CALSA_FLOAT32) != 0 { formats.append(.pcmFormatFloat32) }
    let (channels, rates) = (
      abilities.least_channels...max(abilities.least_channels, abilities.most_channels),
      abilities.least_rate...max(abilities.least_rate, abilities.most_rate)
    )
    guard !formats.isEmpty, channels.upperBound > 0, rates.upperBound > 0 else { return nil }
    commonFormats = formats
    self.channels = Int(channels.lowerBound)...Int(channels.upperBound)
    self.rates = Int(rates.lowerBound)...Int(rates.upperBound)
  }
}
