import OpenCaptureMediaSamples

// This library supports a part of these formats. The others are the most common formats of Apple's systems: they
// have names, but no buffer can be created in them, and no camera delivers them.

/// R, G, B: 3 bytes per pixel.
public let kCVPixelFormatType_24RGB: OSType = 24
/// B, G, R: 3 bytes per pixel, `24BG`.
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// A, R, G, B: 4 bytes per pixel; not supported for buffers.
public let kCVPixelFormatType_32ARGB: OSType = 32
/// B, G, R, A: 4 bytes per pixel, `BGRA`.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// A, B, G, R: 4 bytes per pixel, `ABGR`; not supported for buffers.
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// R, G, B, A: 4 bytes per pixel, `RGBA`.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// Gray: 1 byte per pixel, full range, `L008`.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4c30_3038
/// A plane of luma, and one of Cb and Cr at half width and height, video range, `420v`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// A plane of luma, and one of Cb and Cr at half width and height, full range, `420f`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// Planes of luma, Cb and Cr; chroma at half width and height, video range, `y420`.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// Planes of luma, Cb and Cr; chroma at half width and height, full range, `f420`.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230
/// Cb, Y, Cr, Y: two pixels in 4 bytes, video range, `2vuy`.
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579
/// Y, Cb, Y, Cr: two pixels in 4 bytes, video range, `yuvs`.
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673
/// Y, Cb, Y, Cr: two pixels in 4 bytes, full range, `yuvf`.
public let kCVPixelFormatType_422YpCbCr8FullRange: OSType = 0x7975_7666
/// 10 bits in two planes, video range, `x420`; not supported for buffers.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
/// 10 bits in two planes, full range, `xf20`; not supported for buffers.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
/// Depth in metres, `fdep`; not supported for buffers.
public let kCVPixelFormatType_DepthFloat32: OSType = 0x6664_6570
/// Depth in metres, `hdep`; not supported for buffers.
public let kCVPixelFormatType_DepthFloat16: OSType = 0x6864_6570
/// Disparity in 1/metre, `fdis`; not supported for buffers.
public let kCVPixelFormatType_DisparityFloat32: OSType = 0x6664_6973
/// Disparity in 1/metre, `hdis`; not supported for buffers.
public let kCVPixelFormatType_DisparityFloat16: OSType = 0x6864_6973

extension PixelFormat {
  /// Creates the format with a Core Video type.
  package init(coreVideoType type: OSType) {
    self = type == kCVPixelFormatType_24RGB ? .rgb24 : PixelFormat(rawValue: .init(rawValue: type))
  }

  /// The Core Video type; for formats without one, the V4L2 code.
  package var coreVideoType: OSType { self == .rgb24 ? kCVPixelFormatType_24RGB : rawValue.rawValue }
}
