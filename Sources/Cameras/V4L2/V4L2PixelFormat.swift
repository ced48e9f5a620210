import COpenCaptureV4L2
import OpenCaptureMediaSamples

/// What V4L2's codes of pixel formats are called here.
enum V4L2PixelFormat {
  /// Turns V4L2's code, whose first character is the lowest byte, into ours, whose first is the highest.
  static func code(_ v4l2: UInt32) -> FourCharCode { FourCharCode(rawValue: v4l2.byteSwapped) }

  /// The pixels or codec of a code; nil for what isn't decoded here.
  static func media(_ code: FourCharCode, isFullRange: Bool = false) -> FormatDescription.VideoSubType? {
    switch code {
    case "MJPG", "JPEG": .codec(.jpeg)
    case "YUYV": .pixels(isFullRange ? .yuyvFullRange : .yuyv)
    case "UYVY": isFullRange ? nil : .pixels(.uyvy)
    case "NV12": .pixels(isFullRange ? .nv12FullRange : .nv12)
    case "NV21": isFullRange ? nil : .pixels(.nv21)
    case "YU12", "YV12": .pixels(isFullRange ? .i420FullRange : .i420)
    case "422P": isFullRange ? nil : .pixels(.i422)
    case "GREY": .pixels(.grey)
    case "RGB3": .pixels(.rgb24)
    case "BGR3": .pixels(.bgr24)
    case "AR24", "XR24", "BGR4": .pixels(.bgra)
    case "AB24", "XB24": .pixels(.rgba)
    default:
      ConversionLibrary.decodes(code) && ConversionLibrary.isInstalled
        ? .codec(VideoCodecType(rawValue: code)) : nil
    }
  }

  /// Where the planes lie in a driver's buffer.
  static func layout(_ format: cv4l2_format, _ pixels: PixelFormat) throws(MediaError) -> PixelLayout {
    let (width, height, stride) = (Int(format.width), Int(format.height), Int(format.bytes_per_line))
    switch pixels {
    case .nv12, .nv12FullRange, .nv21:
      return try PixelLayout(format: pixels, width: width, height: height, bytesPerRow: [stride, stride])
    case .i420, .i420FullRange, .i422:
      let strides = [stride, stride / 2, stride / 2]
      guard code(format.pixel_format) == "YV12" else {
        return try PixelLayout(format: pixels, width: width, height: height, bytesPerRow: strides)
      }
      let (luma, chroma) = (stride * height, stride / 2 * ((height + 1) / 2))
      return try PixelLayout(
        format: pixels, width: width, height: height, offsets: [0, luma + chroma, luma], bytesPerRow: strides)
    default:
      return try PixelLayout(format: pixels, width: width, height: height, bytesPerRow: [stride])
    }
  }
}
