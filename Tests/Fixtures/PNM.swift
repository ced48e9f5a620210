public import OpenCaptureMediaSamples

/// The simplest picture format, for tests of other things than pictures.
public enum PNM {
  /// Returns a grey picture as a binary PGM file.
  public static func bytes(_ picture: PixelBuffer) -> [UInt8] {
    let plane = picture.planes[0]
    return Array("P5 \(picture.width) \(picture.height) 255\n".utf8)
      + picture.withUnsafePlane(0) { bytes in
        (0..<plane.height).flatMap { bytes[$0 * plane.bytesPerRow..<$0 * plane.bytesPerRow + plane.width] }
      }
  }
}
