package import OpenCaptureMediaSamples

extension PixelBuffer {
  /// The pixels that a rectangle in device coordinates touches, in the same memory, and what part of the picture they
  /// are.
  ///
  /// - Parameter region: Within the unit square.
  package func part(under region: Rect) throws(MediaError) -> (buffer: PixelBuffer, part: Rect) {
    let pixels = region.scaled(x: Double(width), y: Double(height))
    // Parts of pictures whose pixels share chroma start at even pixels.
    let step = format.isYCbCr ? 2 : 1
    let (x, y) = (min(Int(pixels.minX), width - 1) / step * step, min(Int(pixels.minY), height - 1) / step * step)
    let (right, bottom) = (Int(pixels.maxX.rounded(.up)), Int(pixels.maxY.rounded(.up)))
    let (across, down) = (max(1, min(width, right) - x), max(1, min(height, bottom) - y))
    let part = Rect(x: Double(x), y: Double(y), width: Double(across), height: Double(down))
    return (
      try cropped(x: x, y: y, width: across, height: down),
      part.scaled(x: 1 / Double(width), y: 1 / Double(height))
    )
  }
}

extension Rect {
  /// What of a region of interest, in device coordinates, is in the picture.
  ///
  /// - Throws: ``ProcessingError`` where that is nothing.
  func insidePicture() throws(ProcessingError) -> Rect {
    guard let inside = intersection(.unit) else {
      throw ProcessingError(
        .emptyRegion, subject: "region (\(minX), \(minY), \(width), \(height))",
        reason: "it must overlap the unit square, which is the whole picture")
    }
    return inside
  }
}
