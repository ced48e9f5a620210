import Glibc
public import OpenCaptureMediaSamples

extension PixelBuffer {
  /// Returns the similarity of two pictures of the same size, as the peak signal-to-noise ratio of BGRA in dB.
  ///
  /// The ratio is infinite for equal pictures, and 0 for different sizes.
  public func peakSignalToNoiseRatio(to other: PixelBuffer, matrix: ColorMatrix = .bt709) throws -> Double {
    guard dimensions == other.dimensions else { return 0 }
    let left = try converted(to: .bgra, matrix: matrix)
    let right = try other.converted(to: .bgra, matrix: matrix)
    var sum = 0.0
    left.withUnsafePlane(0) { a in
      right.withUnsafePlane(0) { b in
        for y in 0..<height {
          for x in 0..<width {
            for part in 0..<3 {
              let at = (
                y * left.planes[0].bytesPerRow + x * 4 + part, y * right.planes[0].bytesPerRow + x * 4 + part
              )
              let difference = Double(a[at.0]) - Double(b[at.1])
              sum += difference * difference
            }
          }
        }
      }
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(width * height * 3) / sum)
  }
}
