import COpenCaptureFFmpeg
import Glibc
package import OpenCaptureMediaSamples

extension AudioFormat {
  /// FFmpeg's name of the sample format.
  package var ffmpegName: String {
    let name =
      switch commonFormat {
      case .pcmFormatInt16: "s16"
      case .pcmFormatInt32: "s32"
      case .pcmFormatFloat32: "flt"
      }
    return isInterleaved ? name : name + "p"
  }

  /// Makes the format of an FFmpeg name; nil if the name is unknown or a number is out of range.
  package init?(ffmpegName: UnsafePointer<CChar>?, sampleRate: Int, channelCount: Int, channelMask: UInt64) {
    let name = ffmpegName.map { String(cString: $0) } ?? ""
    let common: AudioCommonFormat
    switch name {
    case "s16", "s16p": common = .pcmFormatInt16
    case "s32", "s32p": common = .pcmFormatInt32
    case "flt", "fltp": common = .pcmFormatFloat32
    default: return nil
    }
    let isInterleaved = !name.hasSuffix("p") || channelCount == 1
    let layout = AudioChannelLayout(rawValue: channelMask)
    do throws(MediaError) {
      self =
        layout.channelCount == channelCount && channelCount > 0
        ? try AudioFormat(
          commonFormat: common, sampleRate: sampleRate, interleaved: isInterleaved, channelLayout: layout)
        : try AudioFormat(
          commonFormat: common, sampleRate: sampleRate, channels: channelCount, interleaved: isInterleaved)
    } catch {
      return nil
    }
  }

  /// Returns the format for the bridge; valid as long as `words`.
  func bridged(_ words: inout CStrings) -> cffmpeg_samples {
    cffmpeg_samples(
      name: words.add(ffmpegName), sample_rate: Int32(sampleRate), channel_count: Int32(channelCount),
      channel_mask: channelLayout?.rawValue ?? 0)
  }
}

/// Strings for C that stay valid as long as this value.
package struct CStrings: ~Copyable {
  private var strings: [UnsafeMutablePointer<CChar>] = []

  /// Makes an empty set of strings.
  package init() {}

  /// Returns a C copy of a text; nil if memory runs out.
  package mutating func add(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    strings.append(copy)
    return UnsafePointer(copy)
  }

  deinit { for string in strings { free(string) } }
}
