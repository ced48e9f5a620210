import CoreMedia
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSession

// Settings of movies and sound, as dictionaries have them.

extension MovieWritingOptions {
  /// What a dictionary says of video; what it doesn't say is usual.
  init(_ dictionary: [String: Any]) {
    self.init()
    codec = PhotoFormat.codec(dictionary[AVVideoCodecKey])
    let properties = dictionary[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:]
    averageBitRate = properties.rounded(AVVideoAverageBitRateKey)
    if let quality = properties.number(AVVideoQualityKey) { self.quality = quality }
    if let reorders = properties.bool(AVVideoAllowFrameReorderingKey) { allowsFrameReordering = reorders }
    if let rate = properties.number(AVVideoExpectedSourceFrameRateKey), rate > 0 { expectedFrameRate = rate }
    maxKeyFrameInterval = Self.keyFrameInterval(properties, rate: expectedFrameRate)
    let profile = (properties[AVVideoProfileLevelKey] as? String)?.split(separator: "_").dropFirst().first
    h264Profile = profile.flatMap { H264Profile(rawValue: $0.lowercased()) }
  }

  /// How many frames may lie between those that can be read alone: what comes first of a number and a time; 0 is any.
  private static func keyFrameInterval(_ properties: [String: Any], rate: Double) -> Int? {
    let count = properties.integer(AVVideoMaxKeyFrameIntervalKey)
    let seconds = properties.number(AVVideoMaxKeyFrameIntervalDurationKey)
    let long = seconds.map { Int(min(100_000, max(1, ($0 * rate).rounded()))) }
    return [count, seconds == 0 ? nil : long].compactMap(\.self).filter { $0 > 0 }.min()
  }

  /// What was said of video.
  var dictionary: [String: Any] {
    var properties: [String: Any] = [
      AVVideoQualityKey: quality, AVVideoAllowFrameReorderingKey: allowsFrameReordering,
    ]
    if let h264Profile { properties[AVVideoProfileLevelKey] = h264Profile.name }
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
    let channels = dictionary.integer(AVNumberOfChannelsKey)
    let perChannel = dictionary.number(AVEncoderBitRatePerChannelKey).flatMap {
      Int(exactly: ($0 * Double(channels ?? 1)).rounded())
    }
    self.init(
      codec: format.map { AudioCodecType(rawValue: .init(rawValue: $0)) },
      bitRate: dictionary.rounded(AVEncoderBitRateKey) ?? perChannel,
      sampleRate: dictionary.rounded(AVSampleRateKey),
      channelCount: channels)
    guard codec == .linearPCM else { return }
    commonFormat = AudioSettings(dictionary).commonFormat
  }

  /// What was said of sound.
  var dictionary: [String: Any] {
    var dictionary: [String: Any] = [:]
    dictionary[AVFormatIDKey] = codec?.rawValue.rawValue
    dictionary[AVEncoderBitRateKey] = bitRate
    dictionary[AVSampleRateKey] = sampleRate.map(Double.init)
    dictionary[AVNumberOfChannelsKey] = channelCount
    dictionary[AVLinearPCMBitDepthKey] = commonFormat.map { $0.bytesPerSample * 8 }
    dictionary[AVLinearPCMIsFloatKey] = commonFormat.map { $0 == .pcmFormatFloat32 }
    return dictionary
  }
}

extension H264Profile {
  /// Apple's name of it.
  fileprivate var name: String {
    switch self {
    case .baseline: AVVideoProfileLevelH264BaselineAutoLevel
    case .main: AVVideoProfileLevelH264MainAutoLevel
    case .high: AVVideoProfileLevelH264HighAutoLevel
    }
  }
}

extension PictureFitting {
  /// What a dictionary says of how large pictures are written.
  init(_ dictionary: [String: Any]) {
    self.init()
    if let width = dictionary.integer(AVVideoWidthKey), let height = dictionary.integer(AVVideoHeightKey) {
      dimensions = VideoDimensions(width: width, height: height)
    }
    switch dictionary[AVVideoScalingModeKey] as? String {
    case AVVideoScalingModeResizeAspect?: mode = .aspect
    case AVVideoScalingModeResizeAspectFill?: mode = .aspectFill
    default: break
    }
  }
}

extension [String: Any] {
  /// The whole number that is nearest to the one under a name; nil where there is none.
  fileprivate func rounded(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0.rounded()) } }
}
