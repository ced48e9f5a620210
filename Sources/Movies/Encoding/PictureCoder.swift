import OpenCaptureMediaSamples

/// What makes packets of pictures.
enum PictureCoder: Sendable {
  case encoding(FrameEncoder)
  case passing(PassedFrames)

  /// How the packets are coded, and what a decoder must be told.
  var format: EncodedFormat {
    switch self {
    case .encoding(let encoder): encoder.format
    case .passing(let frames): frames.format
    }
  }

  /// How the packets are coded.
  var codec: VideoCodecType {
    switch self {
    case .encoding(let encoder): encoder.choice.codec
    case .passing(let frames): frames.codec
    }
  }

  /// What encodes them; nil where nothing does.
  var encoder: FrameEncoder? {
    if case .encoding(let encoder) = self { encoder } else { nil }
  }
}
