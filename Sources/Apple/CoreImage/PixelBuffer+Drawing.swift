import CoreVideo
import OpenCaptureMediaSamples

extension PixelBuffer {
  /// Writes pixels to a part of the buffer, converted to its format.
  ///
  /// All copies of the buffer see the pixels. Pixels outside the part keep their values. Chroma that they share
  /// with the part becomes the mean of both.
  func draw(_ pixels: PixelBuffer, in part: PixelRect) throws {
    let matrix = attachedColorMatrix
    let place = PixelRect(x: 0, y: 0, width: width, height: height).offset(of: part)
    let columns = place.column..<place.column + part.width
    let rows = place.row..<place.row + part.height
    // Writable formats with several planes have one chroma sample per two by two pixels.
    let step = planes.count > 1 ? 2 : 1
    let across = columns.widened(to: step, below: width)
    let down = rows.widened(to: step, below: height)
    let target = try cropped(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
    guard across != columns || down != rows else {
      return try pixels.copiedIfOverlapping(target).write(into: target, matrix: matrix)
    }
    var mixed = try target.converted(to: .bgra, matrix: matrix)
    let inside = (column: columns.lowerBound - across.lowerBound, row: rows.lowerBound - down.lowerBound)
    try mixed.paste(pixels, x: inside.column, y: inside.row)
    mixed = try mixed.converted(to: format, matrix: matrix)
    try mixed.copyLuma(
      from: target, exceptIn: inside.column..<inside.column + part.width, inside.row..<inside.row + part.height)
    try mixed.write(into: target, matrix: matrix)
  }

  /// Returns the pixels, copied if their memory overlaps with that of another buffer.
  private func copiedIfOverlapping(_ other: PixelBuffer) throws -> PixelBuffer {
    guard let start = address(ofPlane: 0), let otherStart = other.address(ofPlane: 0),
      start < otherStart + other.layout.byteCount, otherStart < start + layout.byteCount
    else { return self }
    return try copy()
  }

  /// Copies the first plane of a buffer with the same format and size, except for some columns of some rows.
  private mutating func copyLuma(
    from other: PixelBuffer, exceptIn columns: Range<Int>, _ rows: Range<Int>
  ) throws {
    let width = self.width
    let height = self.height
    let stride = planes[0].bytesPerRow
    let otherStride = other.planes[0].bytesPerRow
    try other.withUnsafePlane(0) { source in
      try withUnsafeMutablePlane(0) { target in
        for y in 0..<height {
          let left = rows.contains(y) ? columns.lowerBound : width
          let right = rows.contains(y) ? columns.upperBound : width
          for x in 0..<left { target[y * stride + x] = source[y * otherStride + x] }
          for x in right..<width { target[y * stride + x] = source[y * otherStride + x] }
        }
      }
    }
  }

  /// Returns the image in another size; opaque images stay opaque.
  ///
  /// libyuv scales an alpha of 255 to 253 in places, which would be visible in files.
  func resized(to size: VideoDimensions) throws -> PixelBuffer {
    guard size != dimensions, format == .bgra, isOpaque else { return try scaled(to: size) }
    return try converted(to: .rgb24).scaled(to: size).converted(to: .bgra)
  }

  /// Whether all pixels of a BGRA image are opaque.
  private var isOpaque: Bool {
    let width = self.width
    let stride = planes[0].bytesPerRow
    return withUnsafePlane(0) { bytes in
      (0..<height).allSatisfy { y in (0..<width).allSatisfy { bytes[y * stride + $0 * 4 + 3] == 255 } }
    }
  }
}

extension Range<Int> {
  /// Returns the smallest range around this one whose bounds are multiples of `step`, or the limit.
  fileprivate func widened(to step: Int, below limit: Int) -> Range<Int> {
    lowerBound / step * step..<Swift.min((upperBound + step - 1) / step * step, limit)
  }
}
