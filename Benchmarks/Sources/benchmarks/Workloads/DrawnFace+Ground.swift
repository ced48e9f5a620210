import OpenCapture

extension DrawnFace {
  /// Draws faces before a ground with some edges, and some grain.
  static func pictureWithGround(_ faces: [DrawnFace], width: Int, height: Int) throws -> PixelBuffer {
    try picture(faces, width: width, height: height) { x, y in
      let (column, row) = (x * 720 / height, y * 720 / height)
      let coarse = (column / 96 * 37 + row / 72 * 61) % 64
      let grain = (x * 7919 + y * 104_729) / 16 % 4
      return Double(70 + coarse + grain)
    }
  }
}
