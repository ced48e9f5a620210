import COpenCapturePNG
import COpenCapturePixels
public import OpenCaptureMediaSamples

/// An encoder of PNG files from BGRA, RGBA, RGB24, BGR24 and grey.
///
/// Straight alpha is written if any pixel isn't opaque. Opaque pictures are written without alpha.
public struct PNGEncoder: PictureEncoder {
  /// The compression level: 0 (none), 1 (fastest) to 9 (smallest) (default: 6).
  public var compressionLevel: Int

  /// Creates an encoder.
  public init(compressionLevel: Int = 6) { self.compressionLevel = compressionLevel }

  private static let pixels: [PixelFormat: cpng_pixels] = [
    .bgra: CPNG_WRITE_BGRA, .rgba: CPNG_WRITE_RGBA, .rgb24: CPNG_WRITE_RGB, .bgr24: CPNG_WRITE_BGR,
    .grey: CPNG_WRITE_GREY,
  ]

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - picture: The pixels.
  ///   - metadata: The metadata of the file.
  /// - Throws: ``PictureError`` if the pixel format is not supported, the level is out of range, or memory is
  ///   exhausted.
  public func encode(_ picture: PixelBuffer, metadata: PictureMetadata) throws(PictureError) -> EncodedPicture {
    guard (0...9).contains(compressionLevel) else {
      throw .invalidOption("compressionLevel", compressionLevel, 0...9)
    }
    guard let pixels = Self.pixels[picture.format] else {
      throw .cannotEncode(picture.format, to: .png, known: Self.pixels.keys)
    }
    var output = cpng_output()
    let status = ExifData.bytes(metadata).withUnsafeBufferPointer { exif in
      var options = cpng_write_options()
      options.width = picture.width
      options.height = picture.height
      options.pixels = pixels
      options.drops_alpha = picture.isOpaque
      options.compression_level = Int32(compressionLevel)
      options.exif = exif.baseAddress
      options.exif_count = exif.count
      return picture.withUnsafePlane(0) { bytes in
        let pixels = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return cpng_write(&options, pixels, picture.planes[0].bytesPerRow, &output)
      }
    }
    guard status == CPNG_OK else {
      throw .failedEncoding(lacksMemory: status == CPNG_NO_MEMORY, message: output.message)
    }
    return try EncodedPicture(output.bytes, count: output.count, format: .png)
  }
}

extension PixelBuffer {
  fileprivate var isOpaque: Bool {
    guard format.hasAlpha else { return true }
    return withUnsafePlane(0) { bytes in
      (0..<height).allSatisfy { row in
        let pixels = bytes.baseAddress.map { $0 + row * planes[0].bytesPerRow }
        return cpixels_is_opaque(pixels?.assumingMemoryBound(to: UInt8.self), width)
      }
    }
  }
}
