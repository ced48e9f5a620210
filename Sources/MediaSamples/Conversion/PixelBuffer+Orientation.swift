import COpenCaptureYUV
import COpenCapturePixels

extension PixelBuffer {
  /// A copy whose pixels are turned upright; this buffer itself where it already is.
  ///
  /// One pass, mirroring and turning at once. Chroma at half resolution is turned as it is: where width or height are
  /// odd, it moves by up to one pixel against luma, as in libyuv.
  ///
  /// - Parameters:
  ///   - orientation: How the stored pixels must be turned.
  ///   - pool: Where the memory of the copy comes from; its buffers have this format and the size of the copy.
  ///     Default: memory of its own.
  /// - Throws: ``MediaError`` for YUYV and UYVY, for I422 by quarter turns, where the pool's buffers are others or
  ///   all in use, or where there is no memory.
  public func uprightCopy(
    _ orientation: ImageOrientation, into pool: PixelBufferPool? = nil
  ) throws(MediaError) -> PixelBuffer {
    guard orientation != .up else { return self }
    guard format.canBeTurned(orientation) else {
      throw MediaError(
        .unsupportedConversion, subject: "\(format) \(dimensions)",
        reason: "two pixels that share chroma can't be turned away from each other")
    }
    let target = try PixelBuffer(format: format, dimensions: dimensions.upright(orientation), from: pool)
    for index in planes.indices { turnPlane(index, to: target, orientation) }
    withExtendedLifetime((memory, target.memory)) {}
    return target
  }

  /// libyuv mirrors by a flip, which is a negative height, before a turn by 180° more.
  private func turnPlane(_ index: Int, to target: PixelBuffer, _ orientation: ImageOrientation) {
    let (plane, targetPlane) = (planes[index], target.planes[index])
    let turns = orientation.quarterTurns + (orientation.isMirrored ? 2 : 0)
    let mode = RotationMode(rawValue: UInt32(turns % 4 * 90))
    let (width, rows) = (Int32(plane.width), Int32(orientation.isMirrored ? -plane.height : plane.height))
    let (from, to) = (bytePointer(plane: index), target.bytePointer(plane: index))
    let (stride, targetStride) = (Int32(plane.bytesPerRow), Int32(targetPlane.bytesPerRow))
    switch plane.bytesPerElement {
    case 1: _ = RotatePlane(from, stride, to, targetStride, width, rows, mode)
    case 4 where !orientation.swapsAxes: _ = ARGBRotate(from, stride, to, targetStride, width, rows, mode)
    case let bytes:
      // libyuv has none for pairs and triples; its quarter turns of four bytes are slower, and need aligned rows.
      cpixels_turn(
        self.plane(index), target.plane(index), plane.width, plane.height, bytes, orientation.isMirrored,
        Int32(orientation.quarterTurns))
    }
  }
}

extension PixelFormat {
  fileprivate func canBeTurned(_ orientation: ImageOrientation) -> Bool {
    guard orientation.swapsAxes else { return !isPacked422 }
    return !isPacked422 && row?.planes.allSatisfy { $0.subsampling.x == $0.subsampling.y } ?? false
  }
}
