import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

extension PixelBuffer {
  /// Returns the bytes of a plane without the padding of its rows.
  func bytes(_ plane: Int = 0) -> [UInt8] {
    let layout = planes[plane]
    return withUnsafePlane(plane) { bytes in
      (0..<layout.height).flatMap {
        bytes[$0 * layout.bytesPerRow..<$0 * layout.bytesPerRow + layout.bytesInRow]
      }
    }
  }

  /// Creates a picture from the bytes of its planes, one behind the other.
  init(_ format: PixelFormat, _ width: Int, _ height: Int, bytes: [UInt8]) throws {
    try self.init(format: format, width: width, height: height)
    var offset = 0
    for (index, plane) in planes.enumerated() {
      try withUnsafeMutablePlane(index) { target in
        for row in 0..<plane.height {
          for x in 0..<plane.bytesInRow { target[row * plane.bytesPerRow + x] = bytes[offset + x] }
          offset += plane.bytesInRow
        }
      }
    }
  }
}

extension EncodedPicture {
  init(_ bytes: [UInt8], limits: PictureLimits = PictureLimits()) throws(PictureError) {
    try self.init(copying: bytes.span.bytes, limits: limits)
  }

  func decoded(
    as format: PixelFormat, _ change: (inout PictureReadingOptions) -> Void = { _ in }
  ) throws(PictureError) -> PixelBuffer {
    var options = PictureReadingOptions(pixelFormat: format)
    change(&options)
    return try decoded(options).pixelBuffer
  }
}

/// Returns the largest difference between bytes of two arrays; the largest integer if their lengths differ.
func largestDifference(_ a: [UInt8], _ b: [UInt8]) -> Int {
  a.count == b.count ? zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 : .max
}

/// Returns the error that `body` throws; records an issue if it throws none.
func pictureError(_ body: () throws -> Void) -> PictureError? {
  #expect(throws: PictureError.self) { try body() }
}
