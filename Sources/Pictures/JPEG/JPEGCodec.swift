import COpenCaptureJPEG
import OpenCaptureMediaSamples

/// A JPEG codec based on libjpeg-turbo.
///
/// The codec always uses the exact integer DCT. With vector instructions, the fast DCT saves at most 5 %. Most of the
/// time goes into the entropy coding, which luma also requires.
enum JPEGCodec: PictureCodec {
  static let pixelFormats: [PixelFormat] = [.bgra, .rgba, .rgb24, .bgr24, .grey, .i420FullRange]

  static func info(_ task: DecodingTask) throws(PictureError) -> PictureInfo {
    let reader = try JPEGReader(task)
    return PictureInfo(
      format: .jpeg, dimensions: reader.dimensions, orientation: JPEGSegments.orientation(task.bytes.bytes),
      cost: DecodingCost(
        minimumByteCount: Int(reader.header.minimum_byte_count),
        decoderByteCount: Int(reader.header.coefficient_byte_count)))
  }

  static func decode(_ task: DecodingTask, info: PictureInfo) throws(PictureError) -> DecodedPixels {
    if task.options.pixelFormat == .i420FullRange { return try decodeToI420(task, info: info) }
    let reader = try JPEGReader(task)
    let denominator = denominator(info.dimensions, sufficient: task.options.sufficientSize)
    let size = try reader.start(pixels(task.options.pixelFormat), denominator: denominator)
    var picture = try task.makeBuffer(size)
    let bytesPerRow = picture.planes[0].bytesPerRow
    let result = try task.write(&picture) { planes in
      reader.readRows(to: planes[0], bytesPerRow: bytesPerRow, count: size.height)
    }
    return try task.settle(picture, rows: result.count, damage: result.damage)
  }

  private static func decodeToI420(_ task: DecodingTask, info: PictureInfo) throws(PictureError)
    -> DecodedPixels
  {
    let isFullSize = denominator(info.dimensions, sufficient: task.options.sufficientSize) == 1
    if isFullSize, let result = try decodePlanes(task, info: info) { return result }
    return try task.decodeThroughBGRA(Self.self, info: info)
  }

  /// Returns the largest factor by which a picture can be decoded smaller without getting below a size.
  static func denominator(_ size: VideoDimensions, sufficient: VideoDimensions?) -> Int {
    guard let sufficient else { return 1 }
    let fitting = [8, 4, 2].first { by in
      (size.width + by - 1) / by >= sufficient.width && (size.height + by - 1) / by >= sufficient.height
    }
    return fitting ?? 1
  }

  private static func pixels(_ format: PixelFormat) -> cjpeg_pixels {
    switch format {
    case .bgra: CJPEG_BGRA
    case .rgba: CJPEG_RGBA
    case .rgb24: CJPEG_RGB
    case .bgr24: CJPEG_BGR
    default: CJPEG_GREY
    }
  }
}
