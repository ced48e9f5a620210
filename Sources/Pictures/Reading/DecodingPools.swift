import OpenCaptureSystem
import OpenCaptureMediaSamples

/// Memory for pictures that come one after the other in the same size, such as a camera's.
final class DecodingPools: Sendable {
  private let pools = Locked<[PixelFormat: PixelBufferPool]>([:])

  /// A buffer of the format's pool, which starts anew when the size changes; nil where it has none free.
  func buffer(_ format: PixelFormat, _ size: VideoDimensions) -> PixelBuffer? {
    pools.withLock { pools in
      if let pool = pools[format], pool.layout.width == size.width, pool.layout.height == size.height {
        return try? pool.makeBuffer()
      }
      pools[format] = try? PixelBufferPool(
        format: format, width: size.width, height: size.height, rowAlignment: format.decodedRowAlignment)
      return try? pools[format]?.makeBuffer()
    }
  }
}
