import COpenCaptureCodes
import OpenCaptureMediaSamples

extension ccodes_picture {
  /// The whole picture, in pixels.
  var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }
}

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

  /// The contrast below which no code is readable.
  private static let leastContrast = 16

  /// Whether black ground can show a code that is invisible on white ground.
  ///
  /// The ground changes the contrast of two pixels by the difference of their opacities.
  var canHaveCodesOverBlack: Bool {
    guard let opacity else { return false }
    let bytesPerRow = opacity.planes[0].bytesPerRow
    return opacity.withUnsafePlane(0) { bytes in
      var least = UInt8.max
      var most = UInt8.min
      for y in 0..<opacity.height {
        for value in bytes[y * bytesPerRow..<y * bytesPerRow + opacity.width] {
          least = min(least, value)
          most = max(most, value)
        }
      }
      return Int(most) - Int(least) >= Self.leastContrast
    }
  }

  /// The estimated standard deviation of the noise, in grey values.
  var noise: Double { withPicture(ccodes_noise) }

  /// Returns a black-and-white copy: black where a pixel is darker than the window's mean by more than `margin`.
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
    var copy = try Self.grey(width: width + 2 * margin, height: height + 2 * margin) { pixels in
      pixels.initializeMemory(as: UInt8.self, repeating: 255)
    }
    try copy.paste(self, x: margin, y: margin)
    return copy
  }

  private func changed(
    _ change: (ccodes_picture, UnsafeMutablePointer<UInt8>, Int) -> Void
  ) throws(MediaError) -> PixelBuffer {
    try Self.grey(width: width, height: height) { target in
      guard let base = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      withPicture { change($0, base, width) }
    }
  }

  /// Creates a grey picture without padding between rows, whose pixels are all set by `fill`.
  static func grey(
    width: Int, height: Int, fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(MediaError) -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
    do {
      try picture.withUnsafeMutablePlane(0) { fill($0) }
    } catch {
      throw error as? MediaError ?? MediaError(.outOfMemory, subject: "copy of the picture", error)
    }
    return picture
  }
}
