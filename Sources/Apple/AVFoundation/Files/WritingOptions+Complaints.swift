import CoreMedia
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies

// What of settings isn't taken up, which is told, and what can't be, which is refused.

extension MovieWritingOptions {
  /// Tells of what a dictionary says of video that has no effect.
  static func tellOfOthers(in dictionary: [String: Any]?, than keys: [String], _ name: String = "outputSettings") {
    guard let dictionary else { return }
    tellOfKeys(dictionary, keys, name)
    let value = dictionary[AVVideoCompressionPropertiesKey]
    guard let properties = value as? [String: Any] else {
      if value != nil { Misuse.tell("\(name): \(AVVideoCompressionPropertiesKey) isn't a dictionary") }
      return
    }
    tellOfKeys(properties, VideoKeys.properties, name)
    tellOfWords(properties, VideoKeys.numbers, name)
    if properties[AVVideoProfileLevelKey] != nil, MovieWritingOptions(dictionary).h264Profile == nil {
      Misuse.tell("\(name): \(AVVideoProfileLevelKey) is none of H.264's, and has no effect")
    }
  }
}

extension AudioWritingOptions {
  /// Tells of what a dictionary says of sound that has no effect.
  static func tellOfOthers(in dictionary: [String: Any]?, _ name: String = "outputSettings") {
    guard let dictionary else { return }
    var known = AudioKeys.all + [AVEncoderBitRatePerChannelKey]
    if AudioWritingOptions(dictionary).codec == .linearPCM { known += AudioKeys.linear }
    // What is so anyway.
    if dictionary.bool(AVLinearPCMIsBigEndianKey) == false { known.append(AVLinearPCMIsBigEndianKey) }
    if dictionary.bool(AVLinearPCMIsNonInterleaved) == false { known.append(AVLinearPCMIsNonInterleaved) }
    if dictionary.integer(AVNumberOfChannelsKey).map({ $0 < 3 }) ?? false { known.append(AVChannelLayoutKey) }
    tellOfKeys(dictionary, known, name)
    tellOfWords(dictionary, AudioKeys.all, name)
  }
}

private func tellOfKeys(_ dictionary: [String: Any], _ known: [String], _ name: String) {
  for key in dictionary.keys.sorted() where !known.contains(key) {
    Misuse.tell("\(name): \(key) has no effect here")
  }
}

private func tellOfWords(_ dictionary: [String: Any], _ numbers: [String], _ name: String) {
  for key in numbers where dictionary[key] != nil && dictionary.number(key) == nil {
    Misuse.tell("\(name): \(key) isn't a number, and has no effect")
  }
}

extension MediaFileKind {
  /// Why video can't be written so; nil where it can.
  func complaint(aboutVideo dictionary: [String: Any]?) -> String? {
    guard case .movie(let container) = self else { return "a file of sound has no video" }
    guard let dictionary else { return nil }
    let codec = PhotoFormat.codec(dictionary[AVVideoCodecKey])
    if dictionary[AVVideoCodecKey] != nil, codec.map({ !container.codecs.contains($0) }) ?? true {
      let known = container.codecs.map(\.description).joined(separator: ", ")
      return "the codec \(dictionary[AVVideoCodecKey] ?? "") isn't written to \(container), only \(known)"
    }
    for key in [AVVideoWidthKey, AVVideoHeightKey] where dictionary[key] != nil {
      guard let side = dictionary.integer(key), (1...16_384).contains(side) else {
        return "\(key) must be from 1 to 16384"
      }
    }
    guard (dictionary[AVVideoWidthKey] == nil) == (dictionary[AVVideoHeightKey] == nil) else {
      return "\(AVVideoWidthKey) and \(AVVideoHeightKey) go together"
    }
    return MovieWritingOptions(dictionary).complaint
  }

  /// Why sound can't be written so; nil where it can.
  func complaint(aboutAudio dictionary: [String: Any]?) -> String? {
    guard let dictionary else { return nil }
    let options = AudioWritingOptions(dictionary)
    let codecs =
      switch self {
      case .movie(let container): container.audioCodecs
      case .sound(let container): container.codecs
      }
    guard let codec = options.codec else {
      return dictionary[AVFormatIDKey] == nil ? options.complaint : "\(AVFormatIDKey) isn't a number"
    }
    guard codecs.contains(codec) else {
      return "\(codec) isn't written to such a file, only " + codecs.map(\.description).joined(separator: ", ")
    }
    return options.complaint
  }
}
