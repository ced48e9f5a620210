import COpenCaptureCodes
import OpenCaptureMediaSamples

extension PixelBuffer {
  /// Calls a closure with the luma plane as a C structure.
  func withPicture<Result>(_ body: (ccodes_picture) -> Result) -> Result {
    withUnsafePlane(0) { pixels in
      body(
        ccodes_picture(
          pixels: pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: planes[0].bytesPerRow,
          width: Int32(width), height: Int32(height)))
    }
  }

  /// The estimated standard deviation of the noise, in grey values.
  var noise: Double { withPicture(ccodes_noise) }

  /// Returns a black-and-white copy: black where a pixel is darker than the window's mean by more than `margin`.
  ///
  /// - Parameter radius: The reach of the window around each pixel, in pixels.
  func thresholded(radius: Int, margin: Int = 5) throws(MediaError) -> PixelBuffer {
    let count = ccodes_threshold_scratch_size(Int32(width), Int32(height)) / 4 + 1
    var scratch = [UInt32](unsafeUninitializedCapacity: count) { $1 = count }
    return try changed { ccodes_threshold($0, Int32(radius), Int32(margin), &scratch, $1, $2) }
  }

  /// Returns a copy with less noise.
  func softened() throws(MediaError) -> PixelBuffer {
    var sums = [UInt16](repeating: 0, count: width + 2)
    return try changed { ccodes_soften($0, &sums, $1, $2) }
  }

  /// Returns a copy with inverted brightness.
  func inverted() throws(MediaError) -> PixelBuffer { try changed(ccodes_invert) }

  /// Returns a copy with a white border of the given width in pixels.
  func bordered(by margin: Int) throws(MediaError) -> PixelBuffer {
    let frame = 2 * margin
    var copy = try PixelBuffer(format: .grey, width: width + frame, height: height + frame, rowAlignment: 1)
    do {
      try copy.withUnsafeMutablePlane(0) { pixels in pixels.initializeMemory(as: UInt8.self, repeating: 255) }
    } catch {
      throw error as? MediaError ?? MediaError(.outOfMemory, subject: "copy of the picture", error)
    }
    try copy.paste(self, x: margin, y: margin)
    return copy
  }

  private func changed(
    _ change: (ccodes_picture, UnsafeMutablePointer<UInt8>, Int) -> Void
  ) throws(MediaError) -> PixelBuffer {
    var copy = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
    do {
      let stride = copy.planes[0].bytesPerRow
      try copy.withUnsafeMutablePlane(0) { target in
        guard let base = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        withPicture { change($0, base, stride) }
      }
    } catch {
      throw error as? MediaError ?? MediaError(.outOfMemory, subject: "copy of the picture", error)
    }
    return copy
  }
}
