import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

extension DecodedFrame {
  /// The pixels in another format.
  ///
  /// - Parameter convert: Writes them to planes, by whatever decoded them.
  func converted(
    to format: PixelFormat, in pools: inout PixelBufferPools, subject: String,
    _ convert: (
      _ frame: inout cffmpeg_frame, _ planes: [UnsafeMutablePointer<UInt8>?], _ bytesPerRow: [Int32]
    ) throws(MovieError) -> Void
  ) throws(MovieError) -> PixelBuffer {
    var frame = frame
    do {
      var picture = try pools.makeBuffer(
        format: format, dimensions: VideoDimensions(width: Int(frame.width), height: Int(frame.height)))
      let strides = picture.planes.map { Int32($0.bytesPerRow) } + [0, 0]
      try picture.withUnsafeMutablePlanes { planes in
        let targets = planes.map { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) } + [nil, nil]
        try convert(&frame, targets, strides)
      }
      return picture
    } catch let error as MediaError {
      throw MovieError(error, subject: subject)
    } catch let error as MovieError {
      throw error
    } catch {
      throw MovieError(.outOfMemory, subject: subject, error)
    }
  }
}
