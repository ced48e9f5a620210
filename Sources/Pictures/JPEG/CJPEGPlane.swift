import COpenCaptureJPEG
import COpenCaptureYUV
import OpenCaptureMediaSamples

extension cjpeg_plane {
  /// A plane of a pixel buffer, as the C bridge sees it.
  init(_ bytes: UnsafeMutableRawBufferPointer, _ layout: PixelLayout.Plane) {
    self.init(
      samples: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes_per_row: layout.bytesPerRow,
      width: layout.width, height: layout.height)
  }

  /// The longest side of a plane that can be scaled: libyuv reckons with places of 16 bits, and reads elsewhere beyond.
  static let longestScaledSide = 32_768

  /// Writes this plane to another of a different size, averaging where it gets smaller.
  ///
  /// - Precondition: No side is longer than ``longestScaledSide``.
  func scale(to target: cjpeg_plane) {
    ScalePlane(
      samples, Int32(bytes_per_row), Int32(width), Int32(height), target.samples, Int32(target.bytes_per_row),
      Int32(target.width), Int32(target.height), kFilterBox)
  }
}
