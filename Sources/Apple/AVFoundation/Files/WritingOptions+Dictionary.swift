import CoreMedia
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies

// Settings of movies and sound, as dictionaries have them.

extension MovieWritingOptions {
  /// What a dictionary says of video; what it doesn't say is usual.
  init(_ dictionary: [String: Any]) {
    self.init()
    codec = PhotoFormat.codec(dictionary[AVVideoCodecKey])
    let properties = dictionary[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:]
    averageBitRate = properties.integer(AVVideoAverageBitRateKey)
    if let quality = properties.number(AVVideoQualityKey) { self.quality = quality }
    maxKeyFrameInterval = properties.integer(AVVideoMaxKeyFrameIntervalKey)
    if let reorders = properties.bool(AVVideoAllowFrameReorderingKey) { allowsFrameReordering = reorders }
    if let rate = properties.number(AVVideoExpectedSourceFrameRateKey) { expectedFrameRate = rate }
  }

  /// What was said of video.
  var dictionary: [String: Any] {
    var properties: [String: Any] = [
      AVVideoQualityKey: quality, AVVideoAllowFrameReorderingKey: allowsFrameReordering,
    ]
    properties[AVVideoAverageBitRateKey] = averageBitRate
    properties[AVVideoMaxKeyFrameIntervalKey] = maxKeyFrameInterval
    var dictionary: [String: Any] = [AVVideoCompressionPropertiesKey: properties]
    dictionary[AVVideoCodecKey] = codec
    return dictionary
  }
}

extension AudioWritingOptions {
  /// What a dictionary says of sound; what it doesn't say is usual.
  init(_ dictionary: [String: Any]) {
    let format = dictionary.integer(AVFormatIDKey).map { AudioFormatID(truncatingIfNeeded: $0) }
    self.init(
      codec: format.map { AudioCodecType(rawValue: .init(rawValue: $0)) },
      bitRate: dictionary.integer(AVEncoderBitRateKey), sampleRate: dictionary.integer(AVSampleRateKey),
      channelCount: dictionary.integer(AVNumberOfChannelsKey))
  }

  /// What was said of sound.
  var dictionary: [String: Any] {
    var dictionary: [String: Any] = [:]
    dictionary[AVFormatIDKey] = codec?.rawValue.rawValue
    dictionary[AVEncoderBitRateKey] = bitRate
    dictionary[AVSampleRateKey] = sampleRate.map(Double.init)
    dictionary[AVNumberOfChannelsKey] = channelCount
    return dictionary
  }
}
