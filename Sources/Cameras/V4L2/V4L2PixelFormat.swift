import COpenCaptureV4L2
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// What V4L2's codes of pixel formats are called here.
enum V4L2PixelFormat {
  /// Turns V4L2's code, whose first character is the lowest byte, into ours, whose first is the highest.
  static func code(_ v4l2: UInt32) -> FourCharCode { FourCharCode(rawValue: v4l2.byteSwapped) }

  /// The pixels or codec of a code; nil for what isn't decoded here.
  static func media(_ code: FourCharCode, isFullRange: Bool = false) -> FormatDescription.VideoSubType? {
    if code == "MJPG" || code == "JPEG" { return .codec(.jpeg) }
    if let codec = streamCodec(code) { return (try? MovieEngine.load()) == nil ? nil : .codec(codec) }
    let formats = PixelFormat.supported.filter { $0.v4l2Codes.contains { $0.code == code } }
    let format = formats.first { !$0.isYCbCr || ($0.colorRange == .full) == isFullRange }
    if let format { return .pixels(format) }
    guard formats.isEmpty, ConversionLibrary.decodes(code), ConversionLibrary.isInstalled else { return nil }
    return .codec(VideoCodecType(rawValue: code))
  }

  /// The codec of pictures that build on each other; nil for other codes.
  private static func streamCodec(_ code: FourCharCode) -> VideoCodecType? {
    switch code {
    case "H264": .h264
    case "HEVC": .hevc
    default: nil
    }
  }

  /// What pictures in a codec are, as far as that can be known before they come.
  ///
  /// Where neither the driver nor the pictures say how colours weigh, those of H.264 and H.265 are taken as players do.
  static func description(
    _ codec: VideoCodecType, _ size: VideoDimensions, isBT709: Bool
  ) -> FormatDescription {
    guard StreamCodec(codec) != nil else { return FormatDescription(codec: codec, dimensions: size) }
    let matrix: ColorMatrix = isBT709 || size.height >= 720 ? .bt709 : .bt601
    return FormatDescription(codec: codec, dimensions: size, colorRange: .video, colorMatrix: matrix)
  }

  /// Where the planes lie in a driver's buffer: one behind the other, rows as far apart as the first plane's say.
  static func layout(_ format: cv4l2_format, _ pixels: PixelFormat) throws(MediaError) -> PixelLayout {
    let (width, height) = (Int(format.width), Int(format.height))
    let strides = pixels.bytesPerRow(ofPlanesBehind: Int(format.bytes_per_line))
    let layout = try PixelLayout(format: pixels, width: width, height: height, bytesPerRow: strides)
    let code = pixels.v4l2Codes.first { $0.code == Self.code(format.pixel_format) }
    guard let code, code.hasCrFirst, layout.planes.count == 3 else { return layout }
    // Both planes of chroma are as large.
    let (luma, cb, cr) = (layout.planes[0].offset, layout.planes[1].offset, layout.planes[2].offset)
    return try PixelLayout(
      format: pixels, width: width, height: height, offsets: [luma, cr, cb], bytesPerRow: strides)
  }
}
