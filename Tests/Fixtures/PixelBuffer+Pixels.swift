public import OpenCaptureMediaSamples

extension PixelBuffer {
  /// The bytes of the pixels, row after row without padding; of the first plane.
  public var pixels: [UInt8] {
    withUnsafePlane(0) { bytes in
      (0..<height).flatMap { y in
        bytes[(y * planes[0].bytesPerRow)..<(y * planes[0].bytesPerRow + planes[0].bytesInRow)]
      }
    }
  }
}
