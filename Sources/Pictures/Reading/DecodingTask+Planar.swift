import OpenCaptureMediaSamples

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
    do throws(MediaError) {
      try picture.convert(to: &target)
    } catch {
      throw PictureError(error, subject: name)
    }
    return target
  }
}
