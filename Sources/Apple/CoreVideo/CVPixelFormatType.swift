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

// The rest of Apple's formats. No buffer can be created in them.

/// Black and white: 1 bit per pixel; not supported for buffers.
public let kCVPixelFormatType_1Monochrome: OSType = 0x1
/// A palette: 2 bits per pixel; not supported for buffers.
public let kCVPixelFormatType_2Indexed: OSType = 0x2
/// A palette: 4 bits per pixel; not supported for buffers.
public let kCVPixelFormatType_4Indexed: OSType = 0x4
/// A palette: 8 bits per pixel; not supported for buffers.
public let kCVPixelFormatType_8Indexed: OSType = 0x8
/// Gray with white as 0: 1 bit per pixel; not supported for buffers.
public let kCVPixelFormatType_1IndexedGray_WhiteIsZero: OSType = 0x21
/// Gray with white as 0: 2 bits per pixel; not supported for buffers.
public let kCVPixelFormatType_2IndexedGray_WhiteIsZero: OSType = 0x22
/// Gray with white as 0: 4 bits per pixel; not supported for buffers.
public let kCVPixelFormatType_4IndexedGray_WhiteIsZero: OSType = 0x24
/// Gray with white as 0: 8 bits per pixel; not supported for buffers.
public let kCVPixelFormatType_8IndexedGray_WhiteIsZero: OSType = 0x28
/// R, G, B: 5 bits each, big-endian; not supported for buffers.
public let kCVPixelFormatType_16BE555: OSType = 0x10
/// R, G, B: 5 bits each, little-endian, `L555`; not supported for buffers.
public let kCVPixelFormatType_16LE555: OSType = 0x4c35_3535
/// R, G, B: 5 bits each, and 1 bit of alpha, little-endian, `5551`; not supported for buffers.
public let kCVPixelFormatType_16LE5551: OSType = 0x3535_3531
/// R, G, B: 5, 6 and 5 bits, big-endian, `B565`; not supported for buffers.
public let kCVPixelFormatType_16BE565: OSType = 0x4235_3635
/// R, G, B: 5, 6 and 5 bits, little-endian, `L565`; not supported for buffers.
public let kCVPixelFormatType_16LE565: OSType = 0x4c35_3635
/// A, R, G, B: 16 bits each, big-endian, `b64a`; not supported for buffers.
public let kCVPixelFormatType_64ARGB: OSType = 0x6236_3461
/// R, G, B, A: 16 bits each, little-endian, `l64r`; not supported for buffers.
public let kCVPixelFormatType_64RGBALE: OSType = 0x6c36_3472
/// R, G, B: 16 bits each, big-endian, `b48r`; not supported for buffers.
public let kCVPixelFormatType_48RGB: OSType = 0x6234_3872
/// Alpha and gray: 16 bits each, big-endian, `b32a`; not supported for buffers.
public let kCVPixelFormatType_32AlphaGray: OSType = 0x6233_3261
/// Gray: 16 bits, big-endian, `b16g`; not supported for buffers.
public let kCVPixelFormatType_16Gray: OSType = 0x6231_3667
/// R, G, B: 10 bits each, big-endian, `R10k`; not supported for buffers.
public let kCVPixelFormatType_30RGB: OSType = 0x5231_306b
/// R, G, B: 10 bits each, padded at the top, `r210`; not supported for buffers.
public let kCVPixelFormatType_30RGB_r210: OSType = 0x7232_3130
/// Cb, Y, Cr, A: 8 bits each, `v408`; not supported for buffers.
public let kCVPixelFormatType_4444YpCbCrA8: OSType = 0x7634_3038
/// A, Y, Cb, Cr for rendering: 8 bits each, `r408`; not supported for buffers.
public let kCVPixelFormatType_4444YpCbCrA8R: OSType = 0x7234_3038
/// A, Y, Cb, Cr: 8 bits each, `y408`; not supported for buffers.
public let kCVPixelFormatType_4444AYpCbCr8: OSType = 0x7934_3038
/// A, Y, Cb, Cr: 16 bits each, `y416`; not supported for buffers.
public let kCVPixelFormatType_4444AYpCbCr16: OSType = 0x7934_3136
/// A, Y, Cb, Cr: 32-bit floating-point numbers, `r4fl`; not supported for buffers.
public let kCVPixelFormatType_4444AYpCbCrFloat: OSType = 0x7234_666c
/// Cr, Y, Cb: 8 bits each, `v308`; not supported for buffers.
public let kCVPixelFormatType_444YpCbCr8: OSType = 0x7633_3038
/// 4:2:2 with 10 to 16 bits per component, `v216`; not supported for buffers.
public let kCVPixelFormatType_422YpCbCr16: OSType = 0x7632_3136
/// 4:2:2 with 10 bits per component, `v210`; not supported for buffers.
public let kCVPixelFormatType_422YpCbCr10: OSType = 0x7632_3130
/// 4:4:4 with 10 bits per component, `v410`; not supported for buffers.
public let kCVPixelFormatType_444YpCbCr10: OSType = 0x7634_3130
/// 4:2:2 and a plane of alpha, 8 bits, `a2vy`; not supported for buffers.
public let kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: OSType = 0x6132_7679
/// 4:2:2 in two planes, 8 bits, video range, `422v`; not supported for buffers.
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3276
/// 4:2:2 in two planes, 8 bits, full range, `422f`; not supported for buffers.
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType = 0x3432_3266
/// 4:4:4 in two planes, 8 bits, video range, `444v`; not supported for buffers.
public let kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType = 0x3434_3476
/// 4:4:4 in two planes, 8 bits, full range, `444f`; not supported for buffers.
public let kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType = 0x3434_3466
/// Two components: 8 bits each, `2C08`; not supported for buffers.
public let kCVPixelFormatType_TwoComponent8: OSType = 0x3243_3038
/// R, G, B: 10 bits each, wide gamut, `w30r`; not supported for buffers.
public let kCVPixelFormatType_30RGBLEPackedWideGamut: OSType = 0x7733_3072
/// A, R, G, B: 2, 10, 10 and 10 bits, little-endian, `l10r`; not supported for buffers.
public let kCVPixelFormatType_ARGB2101010LEPacked: OSType = 0x6c31_3072
/// A, R, G, B: 10 bits each, wide gamut, `w40a`; not supported for buffers.
public let kCVPixelFormatType_40ARGBLEWideGamut: OSType = 0x7734_3061
/// A, R, G, B: 10 bits each, wide gamut, premultiplied, `w40m`; not supported for buffers.
public let kCVPixelFormatType_40ARGBLEWideGamutPremultiplied: OSType = 0x7734_306d
/// Gray: 10 bits in 16, `L010`; not supported for buffers.
public let kCVPixelFormatType_OneComponent10: OSType = 0x4c30_3130
/// Gray: 12 bits in 16, `L012`; not supported for buffers.
public let kCVPixelFormatType_OneComponent12: OSType = 0x4c30_3132
/// Gray: 16 bits, `L016`; not supported for buffers.
public let kCVPixelFormatType_OneComponent16: OSType = 0x4c30_3136
/// Two components: 16 bits each, `2C16`; not supported for buffers.
public let kCVPixelFormatType_TwoComponent16: OSType = 0x3243_3136
/// Gray: a 16-bit floating-point number, `L00h`; not supported for buffers.
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4c30_3068
/// Gray: a 32-bit floating-point number, `L00f`; not supported for buffers.
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4c30_3066
/// Two components: 16-bit floating-point numbers, `2C0h`; not supported for buffers.
public let kCVPixelFormatType_TwoComponent16Half: OSType = 0x3243_3068
/// Two components: 32-bit floating-point numbers, `2C0f`; not supported for buffers.
public let kCVPixelFormatType_TwoComponent32Float: OSType = 0x3243_3066
/// R, G, B, A: 16-bit floating-point numbers, `RGhA`; not supported for buffers.
public let kCVPixelFormatType_64RGBAHalf: OSType = 0x5247_6841
/// R, G, B, A: 32-bit floating-point numbers, `RGfA`; not supported for buffers.
public let kCVPixelFormatType_128RGBAFloat: OSType = 0x5247_6641
/// A Bayer pattern of 14 bits, GRBG, `grb4`; not supported for buffers.
public let kCVPixelFormatType_14Bayer_GRBG: OSType = 0x6772_6234
/// A Bayer pattern of 14 bits, RGGB, `rgg4`; not supported for buffers.
public let kCVPixelFormatType_14Bayer_RGGB: OSType = 0x7267_6734
/// A Bayer pattern of 14 bits, BGGR, `bgg4`; not supported for buffers.
public let kCVPixelFormatType_14Bayer_BGGR: OSType = 0x6267_6734
/// A Bayer pattern of 14 bits, GBRG, `gbr4`; not supported for buffers.
public let kCVPixelFormatType_14Bayer_GBRG: OSType = 0x6762_7234
/// A Bayer pattern of 16 bits, `bp16`; not supported for buffers.
public let kCVPixelFormatType_16VersatileBayer: OSType = 0x6270_3136
/// A Bayer pattern of 12 bits, packed, `btp2`; not supported for buffers.
public let kCVPixelFormatType_96VersatileBayerPacked12: OSType = 0x6274_7032
/// Reduced ProRes RAW, `bp64`; not supported for buffers.
public let kCVPixelFormatType_64RGBA_DownscaledProResRAW: OSType = 0x6270_3634
/// 4:2:2 in two planes, 10 bits, video range, `x422`; not supported for buffers.
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232
/// 4:4:4 in two planes, 10 bits, video range, `x444`; not supported for buffers.
public let kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3434
/// 4:2:2 in two planes, 10 bits, full range, `xf22`; not supported for buffers.
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232
/// 4:4:4 in two planes, 10 bits, full range, `xf44`; not supported for buffers.
public let kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType = 0x7866_3434
/// 4:2:0 and alpha in three planes, 8 bits, video range, `v0a8`; not supported for buffers.
public let kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType = 0x7630_6138
/// 4:2:2 in two planes, 16 bits, video range, `sv22`; not supported for buffers.
public let kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3232
/// 4:4:4 in two planes, 16 bits, video range, `sv44`; not supported for buffers.
public let kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3434
/// 4:4:4 and alpha in three planes, 16 bits, video range, `s4as`; not supported for buffers.
public let kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: OSType = 0x7334_6173
/// Losslessly compressed B, G, R, A: 8 bits each, `&BGA`; not supported for buffers.
public let kCVPixelFormatType_Lossless_32BGRA: OSType = 0x2642_4741
/// Losslessly compressed R, G, B, A: 16-bit floating-point numbers, `&RhA`; not supported for buffers.
public let kCVPixelFormatType_Lossless_64RGBAHalf: OSType = 0x2652_6841
/// Losslessly compressed 4:2:0, 8 bits, video range, `&8v0`; not supported for buffers.
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarVideoRange: OSType = 0x2638_7630
/// Losslessly compressed 4:2:0, 8 bits, full range, `&8f0`; not supported for buffers.
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange: OSType = 0x2638_6630
/// Losslessly compressed 4:2:0, 10 bits, video range, `&xv0`; not supported for buffers.
public let kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7630
/// Losslessly compressed 4:2:2, 10 bits, video range, `&xv2`; not supported for buffers.
public let kCVPixelFormatType_Lossless_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7632
/// Lossily compressed B, G, R, A: 8 bits each, `-BGA`; not supported for buffers.
public let kCVPixelFormatType_Lossy_32BGRA: OSType = 0x2d42_4741
/// Lossily compressed 4:2:0, 8 bits, video range, `-8v0`; not supported for buffers.
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarVideoRange: OSType = 0x2d38_7630
/// Lossily compressed 4:2:0, 8 bits, full range, `-8f0`; not supported for buffers.
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarFullRange: OSType = 0x2d38_6630
/// Lossily compressed 4:2:0, 10 bits, video range, `-xv0`; not supported for buffers.
public let kCVPixelFormatType_Lossy_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2d78_7630
/// Lossily compressed 4:2:2, 10 bits, video range, `-xv2`; not supported for buffers.
public let kCVPixelFormatType_Lossy_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2d78_7632

extension PixelFormat {
  /// Creates the format with a Core Video type.
  package init(coreVideoType type: OSType) {
    self = type == kCVPixelFormatType_24RGB ? .rgb24 : PixelFormat(rawValue: .init(rawValue: type))
  }

  /// The Core Video type; for formats without one, the V4L2 code.
  package var coreVideoType: OSType { self == .rgb24 ? kCVPixelFormatType_24RGB : rawValue.rawValue }
}
