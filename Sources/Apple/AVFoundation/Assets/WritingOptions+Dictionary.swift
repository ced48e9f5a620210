import CoreMedia
import OpenCaptureMovies
import OpenCaptureSession

// Conversion of movie and sound settings from and to dictionaries.

extension MovieWritingOptions {
  /// Creates options from the video settings of a dictionary; missing settings have defaults.
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

  /// Returns the smaller of the two key frame intervals, in frames; 0 means no limit.
  private static func keyFrameInterval(_ properties: [String: Any], rate: Double) -> Int? {
    let count = properties.integer(AVVideoMaxKeyFrameIntervalKey)
    let seconds = properties.number(AVVideoMaxKeyFrameIntervalDurationKey)
    let frames = seconds.map { Int(min(100_000, max(1, ($0 * rate).rounded()))) }
    return [count, seconds == 0 ? nil : frames].compactMap(\.self).filter { $0 > 0 }.min()
  }

  /// The video settings as a dictionary.
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

  /// Reports the video settings of a dictionary that have no effect.
  static func reportUnsupportedKeys(
    in dictionary: [String: Any]?, than keys: [String], _ name: String = "outputSettings"
  ) {
    guard let dictionary else { return }
    reportUnknownKeys(dictionary, keys, name)
    let value = dictionary[AVVideoCompressionPropertiesKey]
    guard let properties = value as? [String: Any] else {
      if value != nil { MisuseReporter.report("\(name): \(AVVideoCompressionPropertiesKey) is not a dictionary") }
      return
    }
    reportUnknownKeys(properties, VideoKeys.properties, name)
    reportNonNumbers(properties, VideoKeys.numbers, name)
    if properties[AVVideoProfileLevelKey] != nil, MovieWritingOptions(dictionary).h264Profile == nil {
      MisuseReporter.report("\(name): \(AVVideoProfileLevelKey) is not an H.264 profile and has no effect")
    }
  }
}

extension AudioWritingOptions {
  /// Creates options from the sound settings of a dictionary; missing settings have defaults.
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

  /// The sound settings as a dictionary.
  var dictionary: [String: Any] {
    let settings = AudioSettings(commonFormat: commonFormat, sampleRate: sampleRate, channelCount: channelCount)
    var dictionary = settings.dictionary
    dictionary[AVFormatIDKey] = codec?.rawValue.rawValue
    dictionary[AVEncoderBitRateKey] = bitRate
    return dictionary
  }

  /// Reports the sound settings of a dictionary that have no effect.
  static func reportUnsupportedKeys(in dictionary: [String: Any]?, _ name: String = "outputSettings") {
    guard let dictionary else { return }
    var known = AudioKeys.all + [AVEncoderBitRatePerChannelKey]
    if AudioWritingOptions(dictionary).codec == .linearPCM { known += AudioKeys.linear }
    // These values are always in effect.
    if dictionary.bool(AVLinearPCMIsBigEndianKey) == false { known.append(AVLinearPCMIsBigEndianKey) }
    if dictionary.bool(AVLinearPCMIsNonInterleaved) == false { known.append(AVLinearPCMIsNonInterleaved) }
    if dictionary.integer(AVNumberOfChannelsKey).map({ $0 < 3 }) ?? false { known.append(AVChannelLayoutKey) }
    reportUnknownKeys(dictionary, known, name)
    reportNonNumbers(dictionary, AudioKeys.all, name)
  }
}

extension H264Profile {
  /// Apple's name of the profile.
  fileprivate var name: String {
    switch self {
    case .baseline: AVVideoProfileLevelH264BaselineAutoLevel
    case .main: AVVideoProfileLevelH264MainAutoLevel
    case .high: AVVideoProfileLevelH264HighAutoLevel
    }
  }
}

extension FrameScaling {
  /// Creates the fitting from the size and the scaling mode of a dictionary.
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
  /// Returns the number for a key, rounded to an integer; nil if none exists.
  fileprivate func rounded(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0.rounded()) } }
}

func reportUnknownKeys(_ dictionary: [String: Any], _ known: [String], _ name: String) {
  for key in dictionary.keys.sorted() where !known.contains(key) {
    MisuseReporter.report("\(name): \(key) has no effect")
  }
}

private func reportNonNumbers(_ dictionary: [String: Any], _ numbers: [String], _ name: String) {
  for key in numbers where dictionary[key] != nil && dictionary.number(key) == nil {
    MisuseReporter.report("\(name): \(key) is not a number and has no effect")
  }
}

extension MediaFileKind {
  /// Returns the reason why the file cannot contain video with settings; nil if it can.
  func validationError(aboutVideo dictionary: [String: Any]?) -> String? {
    guard case .movie(let container) = self else { return "a sound file cannot contain video" }
    guard let dictionary else { return nil }
    let codec = PhotoFormat.codec(dictionary[AVVideoCodecKey])
    if dictionary[AVVideoCodecKey] != nil, codec.map({ !container.codecs.contains($0) }) ?? true {
      let known = container.codecs.map(\.description).joined(separator: ", ")
      return "\(container) does not support codec \(dictionary[AVVideoCodecKey] ?? ""). Supported: \(known)"
    }
    for key in [AVVideoWidthKey, AVVideoHeightKey] where dictionary[key] != nil {
      guard let side = dictionary.integer(key), (1...16_384).contains(side) else {
        return "\(key) must be from 1 to 16384"
      }
    }
    guard (dictionary[AVVideoWidthKey] == nil) == (dictionary[AVVideoHeightKey] == nil) else {
      return "\(AVVideoWidthKey) and \(AVVideoHeightKey) must be set together"
    }
    return MovieWritingOptions(dictionary).validationError
  }

  /// Returns the reason why the file cannot contain sound with settings; nil if it can.
  func validationError(aboutAudio dictionary: [String: Any]?) -> String? {
    guard let dictionary else { return nil }
    let options = AudioWritingOptions(dictionary)
    let codecs =
      switch self {
      case .movie(let container): container.audioCodecs
      case .sound(let container): container.codecs
      }
    guard let codec = options.codec else {
      return dictionary[AVFormatIDKey] == nil ? options.validationError : "\(AVFormatIDKey) is not a number"
    }
    guard codecs.contains(codec) else {
      return "unsupported codec \(codec). Supported: " + codecs.map(\.description).joined(separator: ", ")
    }
    return options.validationError
  }
}
