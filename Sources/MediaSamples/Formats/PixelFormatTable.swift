import COpenCapturePixels
import COpenCaptureYUV

// The pixel formats: their names, then one table row per format with all of its properties.
//
// To add a format, add a name and a row here. A new arrangement of components also needs a packing in CPixels.h and
// a loop in load.c. ReferencePicture in the tests defines the meaning of the bytes.

extension PixelFormat {
  /// B, G, R, A: 4 bytes per pixel (`kCVPixelFormatType_32BGRA`).
  public static let bgra = Self(rawValue: "BGRA")
  /// R, G, B, A: 4 bytes per pixel (`kCVPixelFormatType_32RGBA`).
  public static let rgba = Self(rawValue: "RGBA")
  /// R, G, B: 3 bytes per pixel (`V4L2_PIX_FMT_RGB24`).
  public static let rgb24 = Self(rawValue: "RGB3")
  /// B, G, R: 3 bytes per pixel (`kCVPixelFormatType_24BGR`).
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
  /// Luma, Cb and Cr planes, chroma at half width and height, full range, as in JPEG.
  public static let i420FullRange = Self(rawValue: "f420")
  /// Luma, Cb and Cr planes, chroma at half width, video range (`V4L2_PIX_FMT_YUV422P`).
  public static let i422 = Self(rawValue: "422P")
  /// Y, Cb, Y, Cr: two pixels in 4 bytes, video range (`kCVPixelFormatType_422YpCbCr8_yuvs`, V4L2's YUYV).
  public static let yuyv = Self(rawValue: "yuvs")
  /// Y, Cb, Y, Cr: two pixels in 4 bytes, full range (`kCVPixelFormatType_422YpCbCr8FullRange`).
  public static let yuyvFullRange = Self(rawValue: "yuvf")
  /// Cb, Y, Cr, Y: two pixels in 4 bytes, video range (`kCVPixelFormatType_422YpCbCr8`, V4L2's UYVY).
  public static let uyvy = Self(rawValue: "2vuy")
}

extension PixelFormatRow {
  /// All supported formats.
  ///
  /// libyuv names packed pixels from the highest byte of a little-endian word: its ARGB is BGRA in memory, its RAW
  /// is RGB.
  static let table: [PixelFormatRow] = [
    PixelFormatRow(
      "BGRA", [.pixels(bytes: 4)], .rgba, .full, CPIXELS_BGRA, luma: ARGBToJ400, cost: 4,
      v4l2: ["AR24", "XR24", "BGR4"], ffmpeg: "bgra"),
    PixelFormatRow(
      "RGBA", [.pixels(bytes: 4)], .rgba, .full, CPIXELS_RGBA, luma: ABGRToJ400, cost: 4, v4l2: ["AB24", "XB24"],
      ffmpeg: "rgba"),
    PixelFormatRow(
      "RGB3", [.pixels(bytes: 3)], .rgb, .full, CPIXELS_RGB, luma: RAWToJ400, cost: 5, v4l2: ["RGB3"],
      ffmpeg: "rgb24"),
    PixelFormatRow(
      "24BG", [.pixels(bytes: 3)], .rgb, .full, CPIXELS_BGR, luma: RGB24ToJ400, cost: 5, v4l2: ["BGR3"],
      ffmpeg: "bgr24"),
    // The cost is high because the colors are lost.
    PixelFormatRow("L008", [.luma], .grey, .full, CPIXELS_GREY, cost: 40, v4l2: ["GREY"], ffmpeg: "gray"),
    PixelFormatRow(
      "420v", [.luma, .chromaPairs(2, 2)], .lumaAndChroma, .video, CPIXELS_CBCR_420, cost: 0, v4l2: ["NV12"],
      ffmpeg: "nv12"),
    PixelFormatRow(
      "420f", [.luma, .chromaPairs(2, 2)], .lumaAndChroma, .full, CPIXELS_CBCR_420, cost: 0, v4l2: ["NV12"],
      ffmpeg: "nv12"),
    PixelFormatRow(
      "NV21", [.luma, .chromaPairs(2, 2)], .lumaAndChroma, .video, CPIXELS_CRCB_420, processingFormat: "420v",
      cost: 1, v4l2: ["NV21"], ffmpeg: "nv21"),
    PixelFormatRow(
      "y420", [.luma, .chroma(2, 2), .chroma(2, 2)], .lumaAndChroma, .video, CPIXELS_PLANAR_420, cost: 1,
      v4l2: ["YU12", .withCrFirst("YV12")], ffmpeg: "yuv420p"),
    PixelFormatRow(
      "f420", [.luma, .chroma(2, 2), .chroma(2, 2)], .lumaAndChroma, .full, CPIXELS_PLANAR_420, cost: 1,
      v4l2: ["YU12", .withCrFirst("YV12")], ffmpeg: "yuv420p"),
    PixelFormatRow(
      "422P", [.luma, .chroma(2, 1), .chroma(2, 1)], .lumaAndChroma, .video, CPIXELS_PLANAR_422,
      processingFormat: "420v", cost: 3, v4l2: ["422P"], ffmpeg: "yuv422p"),
    PixelFormatRow(
      "yuvs", [.pairs], .lumaAndChroma, .video, CPIXELS_YUYV, luma: YUY2ToY, processingFormat: "420v", cost: 2,
      v4l2: ["YUYV"], ffmpeg: "yuyv422"),
    PixelFormatRow(
      "yuvf", [.pairs], .lumaAndChroma, .full, CPIXELS_YUYV, luma: YUY2ToY, processingFormat: "420f", cost: 2,
      v4l2: ["YUYV"], ffmpeg: "yuyv422"),
    PixelFormatRow(
      "2vuy", [.pairs], .lumaAndChroma, .video, CPIXELS_UYVY, luma: UYVYToY, processingFormat: "420v", cost: 2,
      v4l2: ["UYVY"], ffmpeg: "uyvy422"),
  ]
}
