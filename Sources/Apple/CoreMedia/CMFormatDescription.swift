public import CoreVideo
public import OpenCaptureMediaSamples

/// What a sample buffer holds: pictures or sound, how stored, how large or how fast.
public typealias CMFormatDescription = FormatDescription

/// What a sample buffer of pictures holds.
public typealias CMVideoFormatDescription = FormatDescription

/// What a sample buffer of sound holds.
public typealias CMAudioFormatDescription = FormatDescription

/// A kind of media, by a four-character code.
public typealias CMMediaType = OSType

/// A pixel format, by a four-character code.
public typealias CMPixelFormatType = OSType

/// A pixel format or codec of pictures, by a four-character code.
public typealias CMVideoCodecType = OSType

/// Pictures, `vide`.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// Sound, `soun`.
public let kCMMediaType_Audio: CMMediaType = 0x736f_756e
/// Things found in pictures, `meta`.
public let kCMMediaType_Metadata: CMMediaType = 0x6d65_7461

/// JPEG; the frames of Motion JPEG too.
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6a70_6567
/// JPEG with OpenDML's extensions, `dmb1`.
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646d_6231
/// H.264, `avc1`.
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
/// H.265, `hvc1`.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331
/// AV1, `av01`.
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x6176_3031
/// VP9, `vp09`.
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x7670_3039
/// As `kCVPixelFormatType_32BGRA`.
public let kCMPixelFormat_32BGRA: CMPixelFormatType = kCVPixelFormatType_32BGRA
/// As `kCVPixelFormatType_24RGB`.
public let kCMPixelFormat_24RGB: CMPixelFormatType = kCVPixelFormatType_24RGB
/// As `kCVPixelFormatType_422YpCbCr8`.
public let kCMPixelFormat_422YpCbCr8: CMPixelFormatType = kCVPixelFormatType_422YpCbCr8
/// As `kCVPixelFormatType_422YpCbCr8_yuvs`.
public let kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType = kCVPixelFormatType_422YpCbCr8_yuvs

extension FormatDescription {
  /// What kind of media it is.
  public var mediaType: MediaType { MediaType(rawValue: CMFormatDescriptionGetMediaType(self)) }

  /// The pixel format or codec; `lpcm` for sound.
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: CMFormatDescriptionGetMediaSubType(self)) }

  /// What else is known of it.
  public var extensions: Extensions { Extensions(dictionary) }

  /// A kind of media, by a four-character code.
  public struct MediaType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The code.
    public let rawValue: CMMediaType
    /// Names the kind with this code.
    public init(rawValue: CMMediaType) { self.rawValue = rawValue }
    /// The four characters.
    public var description: String { fourCharacters(rawValue) }
    /// Pictures.
    public static let video = Self(rawValue: kCMMediaType_Video)
    /// Sound.
    public static let audio = Self(rawValue: kCMMediaType_Audio)
    /// Things found in pictures.
    public static let metadata = Self(rawValue: kCMMediaType_Metadata)
  }

  /// A pixel format or codec, by a four-character code.
  public struct MediaSubType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The code.
    public let rawValue: OSType
    /// Names the format with this code.
    public init(rawValue: OSType) { self.rawValue = rawValue }
    /// The four characters.
    public var description: String { fourCharacters(rawValue) }
    /// B, G, R, A: 4 bytes a pixel.
    public static let pixelFormat_32BGRA = Self(rawValue: kCVPixelFormatType_32BGRA)
    /// R, G, B: 3 bytes a pixel.
    public static let pixelFormat_24RGB = Self(rawValue: kCVPixelFormatType_24RGB)
    /// JPEG.
    public static let jpeg = Self(rawValue: kCMVideoCodecType_JPEG)
    /// H.264.
    public static let h264 = Self(rawValue: kCMVideoCodecType_H264)
    /// H.265.
    public static let hevc = Self(rawValue: kCMVideoCodecType_HEVC)
    /// Uncompressed sound.
    public static let linearPCM = Self(rawValue: kAudioFormatLinearPCM)
  }
}

/// What kind of media a description is of, such as ``kCMMediaType_Video``.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
  desc.audioFormat == nil ? kCMMediaType_Video : kCMMediaType_Audio
}

/// The pixel format or codec, such as `kCVPixelFormatType_32BGRA` or ``kCMVideoCodecType_JPEG``; `lpcm` for sound.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> OSType {
  desc.pixelFormat?.coreVideoType ?? desc.codec?.rawValue.rawValue ?? kAudioFormatLinearPCM
}

/// Whether two descriptions say the same.
public func CMFormatDescriptionEqual(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
  formatDescription == otherFormatDescription
}

/// The four characters of a code; those that can't be printed as `?`.
private func fourCharacters(_ code: OSType) -> String {
  let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }
  return String(decoding: bytes.map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self)
}
