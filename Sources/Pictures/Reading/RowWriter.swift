import OpenCaptureMediaSamples

/// Rows as they come out of a decoder, written to a picture in the wanted format, some at a time.
///
/// So that no decoder has to hold the whole picture in its own format.
struct RowWriter {
  private let task: DecodingTask
  private(set) var picture: PixelBuffer
  private(set) var rowCount = 0

  init(_ task: DecodingTask, size: VideoDimensions) throws(PictureError) {
    self.task = task
    picture = try task.makeBuffer(size)
  }

  /// Converts the next rows; those that are more than the picture has are left out.
  ///
  /// Between rows is where decoding can be given up.
  mutating func append(
    _ rows: UnsafeRawBufferPointer, _ kind: RowKind, bytesPerRow: Int, count: Int
  ) throws(PictureError) {
    try PictureError.checkLimits(of: task.name)
    let count = min(count, picture.height - rowCount)
    guard count > 0, rows.count >= (count - 1) * bytesPerRow + kind.bytesPerPixel * picture.width else {
      return
    }
    let (plane, first, width) = (picture.planes[0], rowCount, picture.width)
    let conversion = kind.conversion(to: picture.format)
    try task.write(&picture) { planes in
      let target = UnsafeMutableRawBufferPointer(rebasing: planes[0].dropFirst(first * plane.bytesPerRow))
      conversion.run(rows, bytesPerRow, target, plane.bytesPerRow, width: width, height: count)
    }
    rowCount += count
  }

  /// The picture, or what is to become of it where it is damaged.
  consuming func finish(_ damage: PictureError?) throws(PictureError) -> DecodedPixels {
    let (task, rows) = (task, rowCount)
    return try task.settle(picture, rows: rows, damage: damage)
  }
}
