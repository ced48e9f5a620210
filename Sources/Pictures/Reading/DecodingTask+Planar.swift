import CLibYUV
import MediaSamples

extension DecodingTask {
  /// Writes to a buffer that nobody shares yet, so that nothing has to be copied for it.
  func write<Result>(
    _ buffer: inout PixelBuffer, _ body: ([UnsafeMutableRawBufferPointer]) throws(PictureError) -> Result
  ) throws(PictureError) -> Result {
    do {
      return try buffer.withUnsafeMutablePlanes(body)
    } catch let error as PictureError {
      throw error
    } catch {
      throw noMemory()
    }
  }

  /// The picture in full-range I420, from BGRA.
  func toI420(_ picture: PixelBuffer) throws(PictureError) -> PixelBuffer {
    var target = try makeBuffer(picture.dimensions)
    let rows = target.planes.map { Int32($0.bytesPerRow) }
    let stride = Int32(picture.planes[0].bytesPerRow)
    try write(&target) { planes in
      let to = planes.map { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
      picture.withUnsafePlane(0) { bytes in
        _ = ARGBToJ420(
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), stride, to[0], rows[0], to[1], rows[1],
          to[2],
          rows[2], Int32(picture.width), Int32(picture.height))
      }
    }
    return target
  }
}
