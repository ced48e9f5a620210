public import OpenCaptureMediaSamples

/// How often each luma occurs in a picture: what cameras show to judge exposure by.
public struct LumaHistogram: Sendable, Hashable {
  /// 256 counts, from black to white.
  public let counts: [Int]

  /// Counts a picture's luma.
  ///
  /// - Throws: `MediaError` where there is none.
  public init(of picture: PixelBuffer) throws {
    let luma = try picture.luma()
    let (width, height, stride) = (luma.width, luma.height, luma.planes[0].bytesPerRow)
    var counts = [Int](repeating: 0, count: 256)
    luma.withUnsafePlane(0) { bytes in
      for y in 0..<height {
        for index in (y * stride)..<(y * stride + width) { counts[Int(bytes[index])] += 1 }
      }
    }
    self.counts = counts
  }

  /// Pixels in all.
  public var pixelCount: Int { counts.reduce(0, +) }

  /// The share of pixels, 0 to 1, whose luma is `limit` or more.
  public func share(from limit: UInt8) -> Double {
    Double(counts[Int(limit)...].reduce(0, +)) / Double(pixelCount)
  }
}
