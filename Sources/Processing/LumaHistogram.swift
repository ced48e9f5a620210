public import OpenCaptureMediaSamples

/// The histogram of a picture's luma, used to judge exposure.
public struct LumaHistogram: Sendable, Hashable {
  /// The 256 counts, from black to white.
  public let counts: [Int]

  /// Counts a picture's luma values.
  ///
  /// - Throws: `MediaError` if the luma cannot be computed.
  public init(of picture: PixelBuffer) throws {
    let luma = try picture.luma()
    let width = luma.width
    let height = luma.height
    let stride = luma.planes[0].bytesPerRow
    var counts = [Int](repeating: 0, count: 256)
    luma.withUnsafePlane(0) { bytes in
      for y in 0..<height {
        for index in (y * stride)..<(y * stride + width) { counts[Int(bytes[index])] += 1 }
      }
    }
    self.counts = counts
  }

  /// The total number of pixels.
  public var pixelCount: Int { counts.reduce(0, +) }

  /// Returns the fraction of pixels, 0 to 1, whose luma is at least `limit`.
  public func share(from limit: UInt8) -> Double { Double(counts[Int(limit)...].reduce(0, +)) / Double(pixelCount) }
}
