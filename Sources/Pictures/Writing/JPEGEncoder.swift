import COpenCaptureJPEG
public import OpenCaptureMediaSamples

/// Writes JPEG files: BGRA, RGBA, RGB24 and BGR24, grey, and full-range I420 without conversion.
///
/// JPEG knows no transparency: alpha is left out, colours are written as they are.
public struct JPEGEncoder: PictureEncoder {
  /// How finely chroma is stored.
  public enum ChromaSampling: Sendable, Hashable, CaseIterable {
    /// One sample a pixel, 4:4:4: for drawings and screens.
    case full
    /// One sample for two pixels side by side, 4:2:2.
    case halfWidth
    /// One sample for a block of two by two, 4:2:0: what cameras write.
    case quarter
  }

  /// The quality, 1 (smallest) to 100 (best); default 90.
  public var quality: Int

  /// How finely chroma is stored; default ``ChromaSampling/quarter``, which is what I420 pixels have anyway.
  public var chromaSampling: ChromaSampling

  /// Makes an encoder.
  public init(quality: Int = 90, chromaSampling: ChromaSampling = .quarter) {
    (self.quality, self.chromaSampling) = (quality, chromaSampling)
  }

  /// The largest width and height that libjpeg writes.
  private static let largestSide = 65_500

  private static let pixels: [PixelFormat: cjpeg_pixels] = [
    .bgra: CJPEG_BGRA, .rgba: CJPEG_RGBA, .rgb24: CJPEG_RGB, .bgr24: CJPEG_BGR, .grey: CJPEG_GREY,
    .i420FullRange: CJPEG_GREY,
  ]

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - picture: The pixels, as they are to be stored, at most 65,500 in width and height.
  ///   - metadata: What is written beside them.
  /// - Throws: ``PictureError`` where the pixel format or the size can't be written, the quality is out of
  ///   range, or there is no memory.
  public func encode(_ picture: PixelBuffer, metadata: PictureMetadata) throws(PictureError) -> EncodedPicture {
    guard (1...100).contains(quality) else { throw .invalidOption("quality", quality, 1...100) }
    guard max(picture.width, picture.height) <= Self.largestSide else {
      throw PictureError(
        .tooLarge, subject: "picture", reason: "\(picture.dimensions) is more than JPEG holds",
        remedy: "make the picture smaller, or write PNG")
    }
    guard let pixels = Self.pixels[picture.format] else {
      let known = PixelFormat.supported.filter { Self.pixels.keys.contains($0) }
      throw .cannotEncode(picture.format, to: .jpeg, known: known)
    }
    let exif = Array("Exif".utf8) + [0, 0] + ExifData.bytes(metadata)
    var output = cjpeg_output()
    let status = exif.withUnsafeBufferPointer { exif in
      var options = options(for: picture, pixels)
      (options.exif, options.exif_count) = (exif.baseAddress, exif.count)
      return Self.write(picture, options, &output)
    }
    guard status == CJPEG_OK else {
      throw .encodingFailed(lacksMemory: status == CJPEG_NO_MEMORY, message: output.message)
    }
    return try EncodedPicture(output.bytes, count: output.count, format: .jpeg)
  }

  private func options(for picture: PixelBuffer, _ pixels: cjpeg_pixels) -> cjpeg_write_options {
    var options = cjpeg_write_options()
    (options.width, options.height, options.pixels) = (picture.width, picture.height, pixels)
    options.quality = Int32(quality)
    let sampling = picture.format == .i420FullRange ? .quarter : chromaSampling
    options.horizontal = sampling == .full ? 1 : 2
    options.vertical = sampling == .quarter ? 2 : 1
    return options
  }

  private static func write(
    _ picture: PixelBuffer, _ options: cjpeg_write_options, _ output: inout cjpeg_output
  ) -> cjpeg_status {
    picture.withUnsafePlanes { bytes in
      var options = options
      guard picture.format == .i420FullRange else {
        let pixels = bytes[0].baseAddress?.assumingMemoryBound(to: UInt8.self)
        return cjpeg_write(&options, pixels, picture.planes[0].bytesPerRow, &output)
      }
      // Only read from, though C has one type for both directions.
      let planes = zip(bytes, picture.planes).map {
        cjpeg_plane(UnsafeMutableRawBufferPointer(mutating: $0), $1)
      }
      return cjpeg_write_planes(&options, planes, &output)
    }
  }
}
