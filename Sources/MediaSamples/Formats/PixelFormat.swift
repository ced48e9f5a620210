/// How uncompressed pixels lie in memory, named by a four-character code.
///
/// The codes are CoreVideo's where it has one, else V4L2's. Component orders are those in memory.
public struct PixelFormat: RawRepresentable, Sendable, Hashable {
  /// The four-character code.
  public let rawValue: FourCharCode

  /// Names the format with this code; whether its layout is known here, ``isSupported`` says.
  public init(rawValue: FourCharCode) { self.rawValue = rawValue }

  /// B, G, R, A: 4 bytes a pixel (`kCVPixelFormatType_32BGRA`).
  public static let bgra = Self(rawValue: "BGRA")
  /// R, G, B, A: 4 bytes a pixel (`kCVPixelFormatType_32RGBA`).
  public static let rgba = Self(rawValue: "RGBA")
  /// R, G, B: 3 bytes a pixel (`V4L2_PIX_FMT_RGB24`).
  public static let rgb24 = Self(rawValue: "RGB3")
  /// B, G, R: 3 bytes a pixel (`kCVPixelFormatType_24BGR`).
  public static let bgr24 = Self(rawValue: "24BG")
  /// One 8-bit luma plane, full range (`kCVPixelFormatType_OneComponent8`, V4L2's GREY).
  public static let grey = Self(rawValue: "L008")
  /// Luma plane, then CbCr at half width and height (NV12), video range.
  public static let nv12 = Self(rawValue: "420v")
  /// Luma plane, then CbCr at half width and height (NV12), full range.
  public static let nv12FullRange = Self(rawValue: "420f")
  /// Luma plane, then CrCb at half width and height, video range (`V4L2_PIX_FMT_NV21`).
  public static let nv21 = Self(rawValue: "NV21")
  /// Luma, Cb and Cr planes, chroma at half width and height, video range.
  public static let i420 = Self(rawValue: "y420")
  /// Luma, Cb and Cr planes, chroma at half width and height, full range: what JPEG holds.
  public static let i420FullRange = Self(rawValue: "f420")
  /// Luma, Cb and Cr planes, chroma at half width, video range (`V4L2_PIX_FMT_YUV422P`).
  public static let i422 = Self(rawValue: "422P")
  /// Y, Cb, Y, Cr: two pixels in 4 bytes, video range (`kCVPixelFormatType_422YpCbCr8_yuvs`, V4L2's YUYV).
  public static let yuyv = Self(rawValue: "yuvs")
  /// Y, Cb, Y, Cr: two pixels in 4 bytes, full range (`kCVPixelFormatType_422YpCbCr8FullRange`).
  public static let yuyvFullRange = Self(rawValue: "yuvf")
  /// Cb, Y, Cr, Y: two pixels in 4 bytes, video range (`kCVPixelFormatType_422YpCbCr8`, V4L2's UYVY).
  public static let uyvy = Self(rawValue: "2vuy")

  /// Every format whose layout is known here.
  public static let supported: [PixelFormat] = [
    .bgra, .rgba, .rgb24, .bgr24, .grey, .nv12, .nv12FullRange, .nv21, .i420, .i420FullRange, .i422, .yuyv,
    .yuyvFullRange, .uyvy,
  ]

  /// Whether the layout of this format is known here.
  public var isSupported: Bool { planeShapes != nil }

  /// What the extreme values of a component stand for.
  public var colorRange: ColorRange {
    switch self {
    case .nv12, .nv21, .i420, .i422, .yuyv, .uyvy: .video
    default: .full
    }
  }

  /// Whether the format has a plane of luma alone, grey included.
  var hasLumaPlane: Bool { planeShapes?.first?.bytesPerGroup == 1 }

  /// Whether the format stores luma and chroma, rather than red, green and blue or grey alone.
  public var isYCbCr: Bool {
    switch self {
    case .bgra, .rgba, .rgb24, .bgr24, .grey: false
    default: isSupported
    }
  }
}

extension PixelFormat: CustomStringConvertible {
  /// The four-character code.
  public var description: String { rawValue.description }
}

extension PixelFormat {
  /// How a plane samples the picture: which block of pixels one group of bytes stands for.
  struct PlaneShape {
    /// Pixels across and down that one element of the plane stands for (chroma: 2 × 2 in NV12).
    var subsampling: (x: Int, y: Int) = (1, 1)
    /// Elements across that share one group of bytes (YUYV: 2).
    var elementsPerGroup = 1
    var bytesPerGroup: Int
  }

  /// The planes in order; nil for formats whose layout is not known here.
  var planeShapes: [PlaneShape]? {
    let luma = PlaneShape(bytesPerGroup: 1)
    return switch self {
    case .bgra, .rgba: [PlaneShape(bytesPerGroup: 4)]
    case .rgb24, .bgr24: [PlaneShape(bytesPerGroup: 3)]
    case .grey: [luma]
    case .nv12, .nv12FullRange, .nv21: [luma, PlaneShape(subsampling: (2, 2), bytesPerGroup: 2)]
    case .i420, .i420FullRange:
      [luma, PlaneShape(subsampling: (2, 2), bytesPerGroup: 1), PlaneShape(subsampling: (2, 2), bytesPerGroup: 1)]
    case .i422:
      [luma, PlaneShape(subsampling: (2, 1), bytesPerGroup: 1), PlaneShape(subsampling: (2, 1), bytesPerGroup: 1)]
    case .yuyv, .yuyvFullRange, .uyvy: [PlaneShape(elementsPerGroup: 2, bytesPerGroup: 4)]
    default: nil
    }
  }
}
