import COpenCapturePixels

extension PixelFormat {
  /// The formats that pixels of every supported format can be converted to, and that can be scaled and turned.
  public static let conversionTargets: [PixelFormat] = [
    .bgra, .rgba, .rgb24, .bgr24, .grey, .nv12, .nv12FullRange, .i420, .i420FullRange,
  ]

  var isConversionTarget: Bool { Self.conversionTargets.contains(self) }

  /// Whether two pixels share chroma within one plane, so that none of them can be moved alone.
  var isPacked422: Bool { self == .yuyv || self == .yuyvFullRange || self == .uyvy }

  /// How the components lie in the planes; nil for formats whose layout is not known here.
  var packing: cpixels_packing? {
    switch self {
    case .bgra: CPIXELS_BGRA
    case .rgba: CPIXELS_RGBA
    case .rgb24: CPIXELS_RGB
    case .bgr24: CPIXELS_BGR
    case .grey: CPIXELS_GREY
    case .i420, .i420FullRange: CPIXELS_PLANAR_420
    case .i422: CPIXELS_PLANAR_422
    case .nv12, .nv12FullRange: CPIXELS_CBCR_420
    case .nv21: CPIXELS_CRCB_420
    case .yuyv, .yuyvFullRange: CPIXELS_YUYV
    case .uyvy: CPIXELS_UYVY
    default: nil
    }
  }
}

extension PixelLayout.Plane {
  /// Bytes of each element, where elements don't share any.
  var bytesPerElement: Int { bytesInRow / width }
}
