import OpenCaptureSystem

/// A decoder of compressed samples; each source attaches the matching decoder to its samples.
public protocol ImageDecoder: Sendable {
  /// Decodes only the luma plane, as cheaply as the codec allows.
  ///
  /// - Returns: A picture in ``PixelFormat/grey``.
  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer

  /// Decodes the whole picture.
  ///
  /// - Returns: A picture in `format`.
  /// - Throws: An error if the data is damaged or the decoder does not support the format.
  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer

  /// The formats that ``decodeImage(_:as:)`` supports; other formats are converted from one of these.
  ///
  /// Default: BGRA, RGBA, RGB24, BGR24, grey and full-range I420.
  var pixelFormats: [PixelFormat] { get }
}

extension ImageDecoder {
  /// BGRA, RGBA, RGB24, BGR24, grey and full-range I420.
  public var pixelFormats: [PixelFormat] { usualPixelFormats }
}

private let usualPixelFormats: [PixelFormat] = [.bgra, .rgba, .rgb24, .bgr24, .grey, .i420FullRange]

/// Compressed data with its decoder; decoded pictures are cached and shared.
final class CompressedImage: Sendable {
  let data: DataBuffer
  private let decoder: any ImageDecoder
  private let decoded = Locked<[PixelFormat: Result<PixelBuffer, any Error>]>([:])

  init(data: DataBuffer, decoder: any ImageDecoder) {
    self.data = data
    self.decoder = decoder
  }

  /// Returns the same data in newly allocated memory.
  func copy() throws(MediaError) -> CompressedImage {
    let copied = try data.withBytes { (bytes) throws(MediaError) in try DataBuffer(copying: bytes) }
    return CompressedImage(data: copied, decoder: decoder)
  }

  func luma() throws -> PixelBuffer { try once(.grey) { try decoder.decodeLuma(data) } }

  /// Returns the picture in a format of the decoder, or converted from the nearest one.
  func image(as format: PixelFormat, matrix: ColorMatrix) throws -> PixelBuffer {
    if format == .grey { return try luma() }
    let source = decoder.pixelFormats.nearest(to: format)
    let decoded = try once(source) { try decoder.decodeImage(data, as: source) }
    return try decoded.sharedConversion(to: format, matrix: matrix)
  }

  private func once(_ format: PixelFormat, decode: () throws -> PixelBuffer) throws -> PixelBuffer {
    try decoded.withLock { decoded in
      if let result = decoded[format] { return result }
      let result = Result(catching: decode)
      decoded[format] = result
      return result
    }.get()
  }
}

extension [PixelFormat] {
  /// Returns the decoder's format for a requested one.
  ///
  /// The format itself if the decoder supports it. Also the format itself if no conversion to it exists; the decoder
  /// then reports the error. Otherwise the format that loses least: a luma and chroma format for another one.
  fileprivate func nearest(to format: PixelFormat) -> PixelFormat {
    if contains(format) || !format.isConversionTarget { return format }
    return first { $0.isYCbCr == format.isYCbCr && $0 != .grey } ?? first ?? format
  }
}
