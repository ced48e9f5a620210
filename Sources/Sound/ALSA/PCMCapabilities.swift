import COpenCaptureALSA
import OpenCaptureMediaSamples

/// The capabilities of a device, and the formats derived from them.
struct PCMCapabilities: Sendable, Hashable {
  /// The supported sample formats; unsupported hardware formats are converted to `Int16`.
  var commonFormats: [AudioCommonFormat]
  var channels: ClosedRange<Int>
  var rates: ClosedRange<Int>

  /// The sample rates offered of a range, in order of preference.
  static let preferredSampleRates = [
    48_000, 44_100, 96_000, 192_000, 88_200, 32_000, 22_050, 16_000, 11_025, 8_000,
  ]
  /// The maximum number of channels offered, because plug-ins that resample and mix report any number.
  static let channelLimit = 8

  /// Returns the formats in order of preference, beginning with `Int16` stereo at 48 kHz if supported.
  ///
  /// - Parameter can: Returns whether the device supports a combination of format, channels and rate.
  func formats(can: (AudioCommonFormat, Int, Int) -> Bool) -> [AudioFormat] {
    var result: [AudioFormat] = []
    for rate in usual(Self.preferredSampleRates, in: rates) {
      for count in usual([2, 1] + Array(3...Self.channelLimit), in: channels) {
        for common in commonFormats where can(common, count, rate) {
          let format = try? AudioFormat(commonFormat: common, sampleRate: rate, channels: count, interleaved: true)
          if let format { result.append(format) }
        }
      }
    }
    return result
  }

  /// Returns the listed values that the device supports, or its maximum if the device supports none of them.
  private func usual(_ list: [Int], in range: ClosedRange<Int>) -> [Int] {
    let supported = list.filter(range.contains)
    return supported.isEmpty ? [range.upperBound] : supported
  }
}

extension PCMCapabilities {
  /// Creates capabilities from ALSA's report, or returns nil if the report is invalid.
  init?(_ abilities: calsa_capabilities) {
    let bits = abilities.formats
    var formats: [AudioCommonFormat] = []
    if bits & UInt32(CALSA_INT16 | CALSA_OTHER) != 0 { formats.append(.pcmFormatInt16) }
    if bits & UInt32(CALSA_INT32 | CALSA_INT24 | CALSA_PACKED24) != 0 { formats.append(.pcmFormatInt32) }
    if bits & UInt32(CALSA_FLOAT32) != 0 { formats.append(.pcmFormatFloat32) }
    let channels = abilities.minimum_channels...max(abilities.minimum_channels, abilities.maximum_channels)
    let rates = abilities.minimum_rate...max(abilities.minimum_rate, abilities.maximum_rate)
    guard !formats.isEmpty, channels.upperBound > 0, rates.upperBound > 0 else { return nil }
    commonFormats = formats
    self.channels = Int(channels.lowerBound)...Int(channels.upperBound)
    self.rates = Int(rates.lowerBound)...Int(rates.upperBound)
  }
}
