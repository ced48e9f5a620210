import COpenCaptureJPEG
public import OpenCaptureMediaSamples

/// An encoder of JPEG files from BGRA, RGBA, RGB24, BGR24, grey, and full-range I420.
///
/// I420 is written without conversion. JPEG has no transparency: alpha is dropped.
public struct JPEGEncoder: PictureEncoder {
  /// The resolution of chroma.
  public enum ChromaSampling: Sendable, Hashable, CaseIterable {
    /// One sample per pixel, 4:4:4: for drawings and screens.
    case full
    /// One sample per two pixels side by side, 4:2:2.
    case halfWidth
    /// One sample per block of two by two pixels, 4:2:0: the choice of cameras.
    case quarter
  }

  /// The quality, from 1 (smallest) to 100 (best) (default: 90).
  public var quality: Int

  /// The resolution of chroma (default: ``ChromaSampling/quarter``); I420 pixels are always written with this one.
  public var chromaSampling: ChromaSampling

  /// Creates an encoder.
  public init(quality: Int = 90, chromaSampling: ChromaSampling = .quarter) {
    self.quality = quality
    self.chromaSampling = chromaSampling
  }

  /// The largest width and height that libjpeg supports.
  private static let largestSide = 65_500

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - picture: The pixels, at most 65,500 in width and height.
  ///   - metadata: The metadata of the file.
  /// - Throws: ``PictureError`` if the pixel format or the size is not supported, the quality is out of range, or
  ///   memory is exhausted.
  public func encode(_ picture: PixelBuffer, metadata: PictureMetadata) throws(PictureError) -> EncodedPicture {
    guard (1...100).contains(quality) else { throw .invalidOption("quality", quality, 1...100) }
    guard max(picture.width, picture.height) <= Self.largestSide else {
      throw PictureError(
        .tooLarge, subject: "picture", reason: "\(picture.dimensions) exceeds the limit of JPEG",
        hint: "make the picture smaller, or write PNG")
    }
    guard let pixels = JPEGCodec.pixels[picture.format] else {
      throw .cannotEncode(picture.format, to: .jpeg, known: JPEGCodec.pixels.keys)
    }
    let exif = Array("Exif".utf8) + [0, 0] + ExifData.bytes(metadata)
    var output = cjpeg_output()
    let status = exif.withUnsafeBufferPointer { exif in
      var options = options(for: picture, pixels)
      options.exif = exif.baseAddress
      options.exif_count = exif.count
      return Self.write(picture, options, &output)
    }
    guard status == CJPEG_OK else {
      throw .failedEncoding(lacksMemory: status == CJPEG_NO_MEMORY, message: output.message)
    }
    return try EncodedPicture(output.bytes, count: output.count, format: .jpeg)
  }

  private func options(for picture: PixelBuffer, _ pixels: cjpeg_pixels) -> cjpeg_write_options {
    var options = cjpeg_write_options()
    options.width = picture.width
    options.height = picture.height
    options.pixels = pixels
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
      // libjpeg only reads these planes. The C structure serves both directions.
      let planes = zip(bytes, picture.planes).map { cjpeg_plane(UnsafeMutableRawBufferPointer(mutating: $0), $1) }
      return cjpeg_write_planes(&options, planes, &output)
    }
  }
}

extension JPEGEncoder {
  /// Returns the JPEG of a camera frame with an orientation in its metadata.
  ///
  /// Upright JPEG frames are not encoded again. Missing Huffman tables are inserted, because browsers need them.
  package func picture(of sample: SampleBuffer, orientation: ImageOrientation = .up) throws -> DataBuffer {
    if orientation == .up, sample.format.codec == .jpeg, let data = sample.data {
      return try data.withHuffmanTables()
    }
    let pixels: PixelFormat = sample.pixelBuffer?.format == .bgra ? .bgra : .i420FullRange
    return try encode(sample.image(as: pixels), metadata: PictureMetadata(orientation: orientation)).data
  }
}
