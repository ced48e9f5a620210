import COpenCaptureYUV
import COpenCapturePixels

extension PixelBuffer {
  /// Returns a copy with upright pixels, or this buffer if the orientation is ``ImageOrientation/up``.
  ///
  /// Mirrors and rotates in one pass. Half-resolution chroma is rotated separately: with an odd width or height it
  /// moves by up to one pixel relative to luma, as in libyuv.
  ///
  /// - Parameters:
  ///   - orientation: The orientation of the stored pixels.
  ///   - pool: A pool for the copy's memory, with this format and the copy's size. Default: newly allocated memory.
  /// - Throws: ``MediaError`` for YUYV, UYVY, and I422 by quarter turns. Also if the pool's buffers do not fit or are all in
  ///   use, or if memory runs out.
  public func uprightCopy(
    _ orientation: ImageOrientation, into pool: PixelBufferPool? = nil
  ) throws(MediaError) -> PixelBuffer {
    guard orientation != .up else { return self }
    guard format.supportsRotation(orientation) else {
      throw MediaError(
        .unsupportedConversion, subject: "\(format) \(dimensions)",
        reason: "pixels that share chroma cannot be separated by this rotation")
    }
    let target = try PixelBuffer(format: format, dimensions: dimensions.upright(orientation), from: pool)
    for index in planes.indices { rotatePlane(index, to: target, orientation) }
    withExtendedLifetime((memory, target.memory)) {}
    return target
  }

  /// Mirrors in libyuv by a negative height, which flips vertically and needs a further rotation by 180°.
  private func rotatePlane(_ index: Int, to target: PixelBuffer, _ orientation: ImageOrientation) {
    let plane = planes[index]
    let targetPlane = target.planes[index]
    let turns = orientation.quarterTurns + (orientation.isMirrored ? 2 : 0)
    let mode = RotationMode(rawValue: UInt32(turns % 4 * 90))
    let width = Int32(plane.width)
    let rows = Int32(orientation.isMirrored ? -plane.height : plane.height)
    let from = bytePointer(plane: index)
    let to = target.bytePointer(plane: index)
    let stride = Int32(plane.bytesPerRow)
    let targetStride = Int32(targetPlane.bytesPerRow)
    switch plane.bytesPerElement {
    case 1: _ = RotatePlane(from, stride, to, targetStride, width, rows, mode)
    case 4 where !orientation.swapsAxes: _ = ARGBRotate(from, stride, to, targetStride, width, rows, mode)
    case let bytes:
      // libyuv lacks loops for two and three bytes; its quarter turns of four bytes are slower and need aligned rows.
      cpixels_rotate(
        self.plane(index), target.plane(index), plane.width, plane.height, bytes, orientation.isMirrored,
        Int32(orientation.quarterTurns))
    }
  }
}

extension PixelFormat {
  fileprivate func supportsRotation(_ orientation: ImageOrientation) -> Bool {
    guard orientation.swapsAxes else { return !isPacked422 }
    return !isPacked422 && row?.planes.allSatisfy { $0.subsampling.x == $0.subsampling.y } ?? false
  }
}
