package import OpenCaptureMediaSamples

/// A codec in which cameras give pictures that build on those before: as Annex B of ITU-T H.264 and of H.265 has it, where
/// each unit follows on a start code.
package enum StreamCodec: Sendable, Hashable {
  case h264, hevc

  /// The codec of that name; nil where pictures stand by themselves, or aren't decoded.
  package init?(_ codec: VideoCodecType) {
    switch codec {
    case .h264: self = .h264
    case .hevc: self = .hevc
    default: return nil
    }
  }

  /// FFmpeg's name of the decoder.
  var decoderName: String {
    switch self {
    case .h264: "h264"
    case .hevc: "hevc"
    }
  }

  /// What a unit is.
  enum Unit {
    /// Part of a picture that builds on none before: an IDR, or in H.265 any that can be begun with.
    case key
    /// Part of another picture.
    case picture
    /// What a decoder must know of the pictures behind it: how large they are, how they are coded.
    case parameters
    case other
  }

  /// What the unit with this first byte is, by tables 7-1 of both.
  func unit(_ header: UInt8) -> Unit {
    switch self {
    case .h264:
      switch header & 0x1f {
      case 5: .key
      case 1...4: .picture
      case 7, 8: .parameters
      default: .other
      }
    case .hevc:
      switch header >> 1 & 0x3f {
      case 16...23: .key
      case 0..<32: .picture
      case 32...34: .parameters
      default: .other
      }
    }
  }
}
