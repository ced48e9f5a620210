import OpenCaptureMediaSamples

extension PixelBuffer {
  /// The picture in another size; one that is opaque stays that.
  ///
  /// libyuv makes 253 of an alpha of 255 here and there, which would show through in files.
  func resized(to size: VideoDimensions) throws -> PixelBuffer {
    guard size != dimensions, format == .bgra, isOpaque else { return try scaled(to: size) }
    return try converted(to: .rgb24).scaled(to: size).converted(to: .bgra)
  }

  /// Whether no pixel in BGRA lets anything through.
  private var isOpaque: Bool {
    let (width, stride) = (width, planes[0].bytesPerRow)
    return withUnsafePlane(0) { bytes in
      (0..<height).allSatisfy { y in (0..<width).allSatisfy { bytes[y * stride + $0 * 4 + 3] == 255 } }
    }
  }
}
