public import OpenCaptureMediaSamples

extension PixelBuffer {
  /// The bytes of the first plane's pixels, by rows without padding.
  public var pixels: [UInt8] {
    withUnsafePlane(0) { bytes in
      (0..<height).flatMap { y in
        bytes[(y * planes[0].bytesPerRow)..<(y * planes[0].bytesPerRow + planes[0].bytesInRow)]
      }
    }
  }
}
