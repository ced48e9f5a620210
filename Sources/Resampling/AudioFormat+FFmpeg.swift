import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

extension AudioFormat {
  /// FFmpeg's name of how the samples are stored.
  package var ffmpegName: String {
    let name =
      switch commonFormat {
      case .pcmFormatInt16: "s16"
      case .pcmFormatInt32: "s32"
      case .pcmFormatFloat32: "flt"
      }
    return isInterleaved ? name : name + "p"
  }

  /// The format of samples that FFmpeg calls so; nil for those that aren't known here, and for numbers out of range.
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

  /// For the bridge, as long as the words live.
  func bridged(_ words: inout CStrings) -> cffmpeg_samples {
    cffmpeg_samples(
      name: words.add(ffmpegName), sample_rate: Int32(sampleRate), channel_count: Int32(channelCount),
      channel_mask: channelLayout?.rawValue ?? 0)
  }
}
