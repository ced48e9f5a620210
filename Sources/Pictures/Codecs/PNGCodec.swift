import COpenCapturePNG
import OpenCaptureMediaSamples

/// A PNG codec based on libpng; samples are treated as sRGB, gamma and colour profiles are ignored.
///
/// Pictures that are not interlaced are decoded in strips of rows. Decoding to luma therefore allocates only the luma
/// plane.
enum PNGCodec: PictureCodec {
  static let pixelFormats: [PixelFormat] = [.bgra, .rgba, .rgb24, .bgr24, .grey]

  /// The size of a strip in bytes, chosen to fit into the first-level cache.
  private static let stripByteCount = 1 << 16

  static func info(_ task: DecodingTask) throws(PictureError) -> PictureInfo {
    let header = try PNGHeader(task)
    return PictureInfo(
      format: .png, dimensions: header.size, orientation: PNGChunks.orientation(task.bytes.bytes),
      cost: header.cost)
  }

  static func decode(_ task: DecodingTask, info: PictureInfo) throws(PictureError) -> DecodedPixels {
    let reader = try PNGReader(task)
    var stage = PNGRowConverter(reader.layout, task, keepsOpacity: task.keepsOpacity(of: info))
    var writer = try RowWriter(task, size: info.dimensions)
    let failure =
      reader.layout.is_interlaced
      ? try decodeInterlaced(reader, &stage, &writer, task)
      : try decodeRows(reader, &stage, &writer, task)
    var result = try writer.finish(failure ?? reader.finish())
    if let opacity = stage.opacityPlane { result.picture.setOpacity(opacity) }
    return result
  }

  private static func decodeRows(
    _ reader: borrowing PNGReader, _ stage: inout PNGRowConverter, _ writer: inout RowWriter, _ task: DecodingTask
  ) throws(PictureError) -> PictureError? {
    let bytesPerRow = stage.bytesPerRow
    let height = reader.layout.height
    let rowsAtOnce = min(max(stripByteCount / bytesPerRow, 1), height)
    let strip = try ScratchMemory(count: rowsAtOnce * bytesPerRow, task)
    while writer.rowCount < height {
      let wanted = min(rowsAtOnce, height - writer.rowCount)
      let result = reader.readRows(to: strip.bytes, bytesPerRow: bytesPerRow, count: wanted)
      try stage.append(strip.bytes, count: result.count, to: &writer)
      if let failure = result.failure { return failure }
    }
    return nil
  }

  /// Decodes all rows of an interlaced picture, which are complete only after the last pass.
  private static func decodeInterlaced(
    _ reader: borrowing PNGReader, _ stage: inout PNGRowConverter, _ writer: inout RowWriter, _ task: DecodingTask
  ) throws(PictureError) -> PictureError? {
    let bytesPerRow = stage.bytesPerRow
    let height = reader.layout.height
    let memory = try ScratchMemory(count: bytesPerRow * height, task)
    let failure = reader.readInterlaced(to: memory.bytes, bytesPerRow: bytesPerRow)
    guard failure == nil || task.options.acceptsDamage else { return failure }
    let rowsAtOnce = max(stripByteCount / bytesPerRow, 1)
    for first in stride(from: 0, to: height, by: rowsAtOnce) {
      let count = min(rowsAtOnce, height - first)
      let rows = memory.bytes[first * bytesPerRow..<(first + count) * bytesPerRow]
      try stage.append(UnsafeMutableRawBufferPointer(rebasing: rows), count: count, to: &writer)
    }
    return failure
  }
}
