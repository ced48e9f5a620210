/// Compressed data with its decoder; what was decoded is kept, and shared by all who ask.
final class CompressedImage: Sendable {
  let data: DataBuffer
  private let decoder: any ImageDecoder
  private let decoded = Locked<[PixelFormat: Result<PixelBuffer, any Error>]>([:])

  init(data: DataBuffer, decoder: any ImageDecoder) {
    (self.data, self.decoder) = (data, decoder)
  }

  func luma() throws -> PixelBuffer {
    try once(.grey) { try decoder.decodeLuma(data) }
  }

  func image(as format: PixelFormat) throws -> PixelBuffer {
    try format == .grey ? luma() : once(format) { try decoder.decodeImage(data, as: format) }
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
