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
    let denominator = denominator(info.dimensions, sufficient: task.options.sufficientSize)
    if task.options.pixelFormat == .i420FullRange {
      if denominator == 1, let result = try decodePlanes(task, info: info) { return result }
      return try task.decodeThroughBGRA(Self.self, info: info)
    }
    let reader = try JPEGReader(task)
    let size = try reader.start(pixels[task.options.pixelFormat] ?? CJPEG_GREY, denominator: denominator)
    var picture = try task.makeBuffer(size)
    let bytesPerRow = picture.planes[0].bytesPerRow
    let result = try task.write(&picture) { planes in
      reader.readRows(to: planes[0], bytesPerRow: bytesPerRow, count: size.height)
    }
    return try task.settle(picture, rows: result.count, damage: result.damage)
  }

  /// Returns the largest factor by which a picture can be decoded smaller without getting below a size.
  static func denominator(_ size: VideoDimensions, sufficient: VideoDimensions?) -> Int {
    guard let sufficient else { return 1 }
    let fitting = [8, 4, 2].first { by in
      (size.width + by - 1) / by >= sufficient.width && (size.height + by - 1) / by >= sufficient.height
    }
    return fitting ?? 1
  }

  /// libjpeg's names of the formats; luma for I420, whose planes are read and written separately.
  static let pixels: [PixelFormat: cjpeg_pixels] = [
    .bgra: CJPEG_BGRA, .rgba: CJPEG_RGBA, .rgb24: CJPEG_RGB, .bgr24: CJPEG_BGR, .grey: CJPEG_GREY,
    .i420FullRange: CJPEG_GREY,
  ]
}
