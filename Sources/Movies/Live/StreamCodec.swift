package import OpenCaptureMediaSamples

/// A camera codec with interframe compression, in the byte stream format of ITU-T H.264 and H.265, Annex B.
///
/// Each unit starts with a start code. The raw value is FFmpeg's name of the decoder.
package enum StreamCodec: String, Sendable, Hashable {
  case h264, hevc

  /// Creates the stream codec for a codec; nil if frames are independent or cannot be decoded.
  package init?(_ codec: VideoCodecType) {
    switch codec {
    case .h264: self = .h264
    case .hevc: self = .hevc
    default: return nil
    }
  }

  /// The kind of a NAL unit.
  enum Unit {
    /// Part of a key frame: an IDR frame, or in H.265 any random access point.
    case key
    /// Part of another frame.
    case picture
    /// Parameter sets for the following frames, such as their size and coding.
    case parameters
    case other
  }

  /// Returns the kind of a unit from its first byte, according to table 7-1 of both standards.
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

/// The properties of a frame in a ``StreamCodec``, from its first units.
struct StreamUnits {
  /// Whether the data contains a frame.
  private(set) var hasPicture = false
  /// Whether the frame is a key frame.
  private(set) var isKey = false
  /// The parameter sets with start codes; empty if the frame contains none.
  private(set) var parameters: [UInt8] = []

  private static let startCode: [UInt8] = [0, 0, 0, 1]

  /// Parses the units up to the first unit of a frame; all other units precede that unit.
  init(_ bytes: UnsafeRawBufferPointer, _ codec: StreamCodec) {
    var unit = Self.unit(in: bytes, from: 0)
    while let start = unit, start < bytes.count {
      let kind = codec.unit(bytes[start])
      hasPicture = kind == .key || kind == .picture
      isKey = kind == .key
      guard !hasPicture else { return }
      unit = Self.unit(in: bytes, from: start)
      if kind == .parameters { append(bytes[start..<(unit.map { $0 - 3 } ?? bytes.count)]) }
    }
  }

  /// Appends a parameter set without trailing zeros, which belong to the next start code.
  private mutating func append(_ unit: Slice<UnsafeRawBufferPointer>) {
    let byteCount = unit.lastIndex { $0 != 0 }.map { $0 - unit.startIndex + 1 } ?? 0
    parameters += Self.startCode + unit.prefix(byteCount)
  }

  /// Returns the index after the next start code.
  private static func unit(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
    var index = index
    while index + 2 < bytes.count {
      if bytes[index + 2] > 1 {
        index += 3
      } else if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
        return index + 3
      } else {
        index += 1
      }
    }
    return nil
  }
}
