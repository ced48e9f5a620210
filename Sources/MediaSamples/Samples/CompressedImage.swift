import OpenCaptureSystem

/// Compressed data with its decoder; what was decoded is kept, and shared by all who ask.
final class CompressedImage: Sendable {
  let data: DataBuffer
  private let decoder: any ImageDecoder
  private let decoded = Locked<[PixelFormat: Result<PixelBuffer, any Error>]>([:])

  init(data: DataBuffer, decoder: any ImageDecoder) {
    (self.data, self.decoder) = (data, decoder)
  }

  /// The same data in memory of its own.
  func copy() throws(MediaError) -> CompressedImage {
    let copied = try data.withBytes { (bytes) throws(MediaError) in try DataBuffer(copying: bytes) }
    return CompressedImage(data: copied, decoder: decoder)
  }

  func luma() throws -> PixelBuffer {
    try once(.grey) { try decoder.decodeLuma(data) }
  }

  /// The picture in a format that the decoder gives, or converted from the nearest one that it does.
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
  /// The format itself where it is among these, or where nothing can be converted to it, for the decoder to refuse;
  /// else one that loses least: luma and chroma for luma and chroma.
  fileprivate func nearest(to format: PixelFormat) -> PixelFormat {
    if contains(format) || !format.isConversionTarget { return format }
    return first { $0.isYCbCr == format.isYCbCr && $0 != .grey } ?? first ?? format
  }
}
