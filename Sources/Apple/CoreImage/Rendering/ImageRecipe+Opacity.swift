import OpenCaptureMediaSamples

extension ImageRecipe {
  /// Whether it is known that nothing shows through the image, anywhere where it is.
  var isOpaque: Bool {
    switch self {
    // What decoders make lies over white.
    case .stored(let sample): sample.storedPixels.map { !$0.format.hasAlpha } ?? true
    // What is turned by less than a quarter has corners without pixels.
    case .transformed(let recipe, let transform): transform.orientation != nil && recipe.isOpaque
    case .cropped(let recipe, _), .grey(let recipe): recipe.isOpaque
    case .empty: false
    }
  }
}

extension PixelBuffer {
  /// A picture in BGRA, as transparent as another one of the same size in BGRA.
  func takingAlpha(of other: PixelBuffer) throws -> PixelBuffer {
    var result = self
    let (width, height, stride, otherStride) = (width, height, planes[0].bytesPerRow, other.planes[0].bytesPerRow)
    try other.withUnsafePlane(0) { from in
      try result.withUnsafeMutablePlane(0) { to in
        for y in 0..<height {
          for x in 0..<width { to[y * stride + x * 4 + 3] = from[y * otherStride + x * 4 + 3] }
        }
      }
    }
    return result
  }
}
