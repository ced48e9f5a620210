import OpenCaptureMediaSamples
import OpenCapturePictures

/// What decodes the pages of one kind of file; pages are counted from 0.
protocol PageDecoder: Sendable {
  /// How many pages there are; 1 at least.
  var count: Int { get }

  /// How many bytes the file has.
  var byteCount: Int { get }

  /// How large a page is as it is stored; 0 by 0 where that shows only when it is decoded.
  func dimensions(ofPage index: Int) throws(PictureError) -> VideoDimensions

  /// Decodes a page, which is within the limits.
  func page(_ index: Int) throws(PictureError) -> PicturePage
}

extension PixelBuffer {
  /// A picture in BGRA that `draw` fills in.
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
