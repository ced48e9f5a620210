public import CoreVideo
public import OpenCaptureMediaSamples

/// A description of the media in a sample buffer: the format, and the size or sample rate.
public typealias CMFormatDescription = FormatDescription

/// A description of the video in a sample buffer.
public typealias CMVideoFormatDescription = FormatDescription

/// A description of the sound in a sample buffer.
public typealias CMAudioFormatDescription = FormatDescription

/// A four-character code of a media type.
public typealias CMMediaType = OSType

/// A four-character code of a pixel format.
public typealias CMPixelFormatType = OSType

/// A four-character code of a pixel format or video codec.
public typealias CMVideoCodecType = OSType

/// Video, `vide`.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// Sound, `soun`.
public let kCMMediaType_Audio: CMMediaType = 0x736f_756e
/// Metadata of the contents of images, `meta`.
public let kCMMediaType_Metadata: CMMediaType = 0x6d65_7461
/// Video and sound in one stream, `muxx`; not used here.
public let kCMMediaType_Muxed: CMMediaType = 0x6d75_7878
/// Text, `text`; not used here.
public let kCMMediaType_Text: CMMediaType = 0x7465_7874
/// Closed captions, `clcp`; not used here.
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636c_6370
/// Subtitles, `sbtl`; not used here.
public let kCMMediaType_Subtitle: CMMediaType = 0x7362_746c
/// Time codes, `tmcd`; not used here.
public let kCMMediaType_TimeCode: CMMediaType = 0x746d_6364

/// JPEG, also for the frames of Motion JPEG.
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
/// MPEG-4, `mp4v`.
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6d70_3476
/// MPEG-2, `mp2v`.
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = 0x6d70_3276
/// MPEG-1, `mp1v`.
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = 0x6d70_3176
/// H.263, `h263`.
public let kCMVideoCodecType_H263: CMVideoCodecType = 0x6832_3633
/// H.265 with alpha, `muxa`.
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6d75_7861
/// Disparity in H.265, `dish`.
public let kCMVideoCodecType_DisparityHEVC: CMVideoCodecType = 0x6469_7368
/// Dolby Vision, `dvh1`.
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x6476_6831
/// Apple Animation, `rle `.
public let kCMVideoCodecType_Animation: CMVideoCodecType = 0x726c_6520
/// Cinepak, `cvid`.
public let kCMVideoCodecType_Cinepak: CMVideoCodecType = 0x6376_6964
/// Sorenson Video, `SVQ1`.
public let kCMVideoCodecType_SorensonVideo: CMVideoCodecType = 0x5356_5131
/// Sorenson Video 3, `SVQ3`.
public let kCMVideoCodecType_SorensonVideo3: CMVideoCodecType = 0x5356_5133
/// DV for NTSC, `dvc `.
public let kCMVideoCodecType_DVCNTSC: CMVideoCodecType = 0x6476_6320
/// DV for PAL, `dvcp`.
public let kCMVideoCodecType_DVCPAL: CMVideoCodecType = 0x6476_6370
/// ProRes 4444, `ap4h`.
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x6170_3468
/// ProRes 4444 XQ, `ap4x`.
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x6170_3478
/// ProRes 422, `apcn`.
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170_636e
/// ProRes 422 HQ, `apch`.
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x6170_6368
/// ProRes 422 LT, `apcs`.
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x6170_6373
/// ProRes 422 Proxy, `apco`.
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170_636f
/// ProRes RAW, `aprn`.
public let kCMVideoCodecType_AppleProResRAW: CMVideoCodecType = 0x6170_726e
/// ProRes RAW HQ, `aprh`.
public let kCMVideoCodecType_AppleProResRAWHQ: CMVideoCodecType = 0x6170_7268
/// Uncompressed video; equals `kCVPixelFormatType_422YpCbCr8`.
public let kCMVideoCodecType_422YpCbCr8: CMVideoCodecType = kCVPixelFormatType_422YpCbCr8
/// Equals `kCVPixelFormatType_32BGRA`.
public let kCMPixelFormat_32BGRA: CMPixelFormatType = kCVPixelFormatType_32BGRA
/// Equals `kCVPixelFormatType_24RGB`.
public let kCMPixelFormat_24RGB: CMPixelFormatType = kCVPixelFormatType_24RGB
/// Equals `kCVPixelFormatType_422YpCbCr8`.
public let kCMPixelFormat_422YpCbCr8: CMPixelFormatType = kCVPixelFormatType_422YpCbCr8
/// Equals `kCVPixelFormatType_422YpCbCr8_yuvs`.
public let kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType = kCVPixelFormatType_422YpCbCr8_yuvs
/// Equals `kCVPixelFormatType_32ARGB`.
public let kCMPixelFormat_32ARGB: CMPixelFormatType = kCVPixelFormatType_32ARGB
/// Equals `kCVPixelFormatType_422YpCbCr16`.
public let kCMPixelFormat_422YpCbCr16: CMPixelFormatType = kCVPixelFormatType_422YpCbCr16
/// Equals `kCVPixelFormatType_422YpCbCr10`.
public let kCMPixelFormat_422YpCbCr10: CMPixelFormatType = kCVPixelFormatType_422YpCbCr10
/// Equals `kCVPixelFormatType_444YpCbCr8`.
public let kCMPixelFormat_444YpCbCr8: CMPixelFormatType = kCVPixelFormatType_444YpCbCr8
/// Equals `kCVPixelFormatType_444YpCbCr10`.
public let kCMPixelFormat_444YpCbCr10: CMPixelFormatType = kCVPixelFormatType_444YpCbCr10
/// Equals `kCVPixelFormatType_4444YpCbCrA8`.
public let kCMPixelFormat_4444YpCbCrA8: CMPixelFormatType = kCVPixelFormatType_4444YpCbCrA8
/// Equals `kCVPixelFormatType_16BE555`.
public let kCMPixelFormat_16BE555: CMPixelFormatType = kCVPixelFormatType_16BE555
/// Equals `kCVPixelFormatType_16BE565`.
public let kCMPixelFormat_16BE565: CMPixelFormatType = kCVPixelFormatType_16BE565
/// Equals `kCVPixelFormatType_16LE555`.
public let kCMPixelFormat_16LE555: CMPixelFormatType = kCVPixelFormatType_16LE555
/// Equals `kCVPixelFormatType_16LE565`.
public let kCMPixelFormat_16LE565: CMPixelFormatType = kCVPixelFormatType_16LE565
/// Equals `kCVPixelFormatType_16LE5551`.
public let kCMPixelFormat_16LE5551: CMPixelFormatType = kCVPixelFormatType_16LE5551
/// Equals `kCVPixelFormatType_8IndexedGray_WhiteIsZero`.
public let kCMPixelFormat_8IndexedGray_WhiteIsZero: CMPixelFormatType = kCVPixelFormatType_8IndexedGray_WhiteIsZero

extension FormatDescription {
  /// The media type.
  public var mediaType: MediaType { MediaType(rawValue: CMFormatDescriptionGetMediaType(self)) }

  /// The pixel format or codec; `lpcm` for sound.
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: CMFormatDescriptionGetMediaSubType(self)) }

  /// The extensions of the description.
  public var extensions: Extensions { Extensions(dictionary) }

  /// A media type, as a four-character code.
  public struct MediaType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The code.
    public let rawValue: CMMediaType
    /// Creates the type with a code.
    public init(rawValue: CMMediaType) { self.rawValue = rawValue }
    /// The four characters of the code.
    public var description: String { fourCharacters(rawValue) }
    /// Video.
    public static let video = Self(rawValue: kCMMediaType_Video)
    /// Sound.
    public static let audio = Self(rawValue: kCMMediaType_Audio)
    /// Metadata of the contents of images.
    public static let metadata = Self(rawValue: kCMMediaType_Metadata)
  }

  /// A pixel format or codec, as a four-character code.
  public struct MediaSubType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The code.
    public let rawValue: OSType
    /// Creates the format with a code.
    public init(rawValue: OSType) { self.rawValue = rawValue }
    /// The four characters of the code.
    public var description: String { fourCharacters(rawValue) }
    /// B, G, R, A: 4 bytes per pixel.
    public static let pixelFormat_32BGRA = Self(rawValue: kCVPixelFormatType_32BGRA)
    /// R, G, B: 3 bytes per pixel.
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

  /// The color matrix and the color range of formats that store luma and chroma.
  var dictionary: CFDictionary {
    guard let colorMatrix, let colorRange, pixelFormat?.isYCbCr ?? true else { return [:] }
    return [
      kCMFormatDescriptionExtension_YCbCrMatrix: colorMatrix.coreVideoName,
      kCMFormatDescriptionExtension_FullRangeVideo: colorRange == .full,
    ]
  }

  /// The extensions of a format description.
  public struct Extensions: Sequence {
    /// The key of an extension.
    public struct Key: RawRepresentable, Sendable, Hashable {
      /// The name of the key.
      public let rawValue: CFString
      /// Creates a key with a name.
      public init(rawValue: CFString) { self.rawValue = rawValue }
      /// The Y'CbCr matrix.
      public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
      /// Whether components range from 0 to 255.
      public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
      /// The clean aperture.
      public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)
      /// The pixel aspect ratio.
      public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
      /// The color primaries.
      public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
      /// The transfer function.
      public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)
    }

    /// The value of an extension.
    public struct Value {
      /// The value as a property list.
      public var propertyListRepresentation: CFPropertyList
      /// Creates a value from a property list.
      public init(_ plist: CFPropertyList) { propertyListRepresentation = plist }
      /// Creates a string value.
      public static func string(_ value: String) -> Value { Value(value) }
      /// Creates a numeric value.
      public static func number(_ value: some Numeric) -> Value { Value(value) }
    }

    private var values: CFDictionary

    init(_ values: CFDictionary) { self.values = values }

    /// The extension for a key; nil if none exists.
    public subscript(key: Key) -> Value? {
      get { values[key.rawValue].map(Value.init) }
      set { values[key.rawValue] = newValue?.propertyListRepresentation }
    }

    /// Creates an iterator over the extensions.
    public func makeIterator() -> AnyIterator<(key: Key, value: Value)> {
      var values = values.makeIterator()
      return AnyIterator { values.next().map { (Key(rawValue: $0.key), Value($0.value)) } }
    }
  }
}

/// Returns the media type of a description, such as ``kCMMediaType_Video``.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
  desc.audioFormat == nil ? kCMMediaType_Video : kCMMediaType_Audio
}

/// Returns the pixel format or codec of a description; `lpcm` for sound.
///
/// Examples are `kCVPixelFormatType_32BGRA` and ``kCMVideoCodecType_JPEG``.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> OSType {
  desc.pixelFormat?.coreVideoType ?? desc.codec?.fourCharCode.rawValue ?? kAudioFormatLinearPCM
}

/// Returns whether two descriptions are equal.
public func CMFormatDescriptionEqual(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
  formatDescription == otherFormatDescription
}

/// Returns the four characters of a code, with `?` for characters that cannot be printed.
private func fourCharacters(_ code: OSType) -> String {
  let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }
  return String(decoding: bytes.map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self)
}

/// The key of the Y'CbCr matrix, such as `kCVImageBufferYCbCrMatrix_ITU_R_709_2`.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
/// The key of the color range; the value is true if components range from 0 to 255.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// The key of the format's readable name.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// The key of the clean aperture.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// The key of the pixel aspect ratio.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString = kCVImageBufferPixelAspectRatioKey
/// The key of the color primaries.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// The key of the transfer function.
public let kCMFormatDescriptionExtension_TransferFunction: CFString = kCVImageBufferTransferFunctionKey

/// Returns the extensions of a description; nil if it has none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
  let dictionary = desc.dictionary
  return dictionary.isEmpty ? nil : dictionary
}

/// Returns the extension of a description for a key; nil if none exists.
public func CMFormatDescriptionGetExtension(
  _ desc: CMFormatDescription, extensionKey: CFString
) -> CFPropertyList? { desc.dictionary[extensionKey] }

/// A value of a property list.
public typealias CFPropertyList = Any
