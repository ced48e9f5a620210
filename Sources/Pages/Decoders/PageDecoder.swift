import OpenCaptureMediaSamples
import OpenCapturePictures

/// A decoder of the pages of one file format, counted from 0.
protocol PageDecoder: Sendable {
  /// The number of pages, at least 1.
  var count: Int { get }

  /// The size of the file in bytes.
  var byteCount: Int { get }

  /// Returns the size of a page as stored; 0×0 if it is known only after decoding.
  func dimensions(ofPage index: Int) throws(PictureError) -> VideoDimensions

  /// Decodes a page whose size is within the limits.
  func page(_ index: Int) throws(PictureError) -> PicturePage
}

extension PixelBuffer {
  /// Creates a BGRA picture with pixels from `draw`.
  static func drawn(
    _ size: VideoDimensions, name: String,
    _ draw: (_ pixels: UnsafeMutablePointer<UInt8>, _ bytesPerRow: Int) throws(PictureError) -> Void
  ) throws(PictureError) -> PixelBuffer {
    do {
      var picture = try PixelBuffer(format: .bgra, width: size.width, height: size.height)
      let bytesPerRow = picture.planes[0].bytesPerRow
      try picture.withUnsafeMutablePlane(0) { bytes in
        if let base = bytes.baseAddress { try draw(base.assumingMemoryBound(to: UInt8.self), bytesPerRow) }
      }
      return picture
    } catch let error as MediaError {
      throw PictureError(error, subject: name)
    } catch let error as PictureError {
      throw error
    } catch {
      throw PictureError(.outOfMemory, subject: name, error)
    }
  }
}
