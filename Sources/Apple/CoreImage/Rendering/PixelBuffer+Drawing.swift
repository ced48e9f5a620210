import CoreVideo
import OpenCaptureMediaSamples

extension PixelBuffer {
  /// Writes pixels into a part of the buffer, in its own format, for all who hold it to see.
  ///
  /// Nothing else is written. Where pixels share chroma with those beyond the part, it becomes the mean of both.
  func draw(_ pixels: PixelBuffer, in part: PixelRect) throws {
    let matrix =
      (attachmentEntry(kCVImageBufferYCbCrMatrixKey)?.value as? String)
      .flatMap(ColorMatrix.init(coreVideoName:)) ?? .bt601
    let place = PixelRect(x: 0, y: 0, width: width, height: height).offset(of: part)
    let (columns, rows) = (place.column..<place.column + part.width, place.row..<place.row + part.height)
    // What can be written to and has several planes has chroma of two by two pixels.
    let step = planes.count > 1 ? 2 : 1
    let (across, down) = (columns.widened(to: step, below: width), rows.widened(to: step, below: height))
    let target = try cropped(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
    guard across != columns || down != rows else {
      return try pixels.apart(from: target).write(into: target, matrix: matrix)
    }
    var mixed = try target.converted(to: .bgra, matrix: matrix)
    let inside = (column: columns.lowerBound - across.lowerBound, row: rows.lowerBound - down.lowerBound)
    try mixed.paste(pixels, x: inside.column, y: inside.row)
    mixed = try mixed.converted(to: format, matrix: matrix)
    try mixed.takeLuma(
      of: target, exceptIn: inside.column..<inside.column + part.width, inside.row..<inside.row + part.height)
    try mixed.write(into: target, matrix: matrix)
  }

  /// The same pixels, in memory of their own where they share another's.
  private func apart(from other: PixelBuffer) throws -> PixelBuffer {
    guard let mine = address(ofPlane: 0), let theirs = other.address(ofPlane: 0),
      mine < theirs + other.layout.byteCount, theirs < mine + layout.byteCount
    else { return self }
    return try copy()
  }

  /// Makes the first plane another's of the same format and size, but in some columns of some rows.
  private mutating func takeLuma(
    of other: PixelBuffer, exceptIn columns: Range<Int>, _ rows: Range<Int>
  ) throws {
    let (width, height, stride, otherStride) = (width, height, planes[0].bytesPerRow, other.planes[0].bytesPerRow)
    try other.withUnsafePlane(0) { from in
      try withUnsafeMutablePlane(0) { to in
        for y in 0..<height {
          let left = rows.contains(y) ? columns.lowerBound : width
          let right = rows.contains(y) ? columns.upperBound : width
          for x in 0..<left { to[y * stride + x] = from[y * otherStride + x] }
          for x in right..<width { to[y * stride + x] = from[y * otherStride + x] }
        }
      }
    }
  }
}

extension Range<Int> {
  /// The least around it that begins and ends at multiples of a number, or at a limit.
  fileprivate func widened(to step: Int, below limit: Int) -> Range<Int> {
    lowerBound / step * step..<Swift.min((upperBound + step - 1) / step * step, limit)
  }
}
