import CLibYUV

extension PixelBuffer {
  /// A copy whose pixels are turned upright; this buffer itself where it already is.
  ///
  /// One pass by libyuv: a mirroring is a flip by negative height before a turn by 180° more.
  ///
  /// - Parameter orientation: How the stored pixels must be turned.
  /// - Throws: ``MediaError`` for formats other than grey, BGRA and RGBA, or where there is no memory.
  public func uprightCopy(_ orientation: ImageOrientation) throws(MediaError) -> PixelBuffer {
    guard orientation != .up else { return self }
    let size = dimensions.upright(orientation)
    let target = try PixelBuffer(format: format, width: size.width, height: size.height)
    let turns = orientation.quarterTurns + (orientation.isMirrored ? 2 : 0)
    let mode = RotationMode(rawValue: UInt32(turns % 4 * 90))
    let rows = Int32(orientation.isMirrored ? -height : height)
    let (from, to) = (bytePointer(self), bytePointer(target))
    let (stride, targetStride) = (Int32(planes[0].bytesPerRow), Int32(target.planes[0].bytesPerRow))
    let status =
      switch format {
      case .grey: RotatePlane(from, stride, to, targetStride, Int32(width), rows, mode)
      case .bgra, .rgba: ARGBRotate(from, stride, to, targetStride, Int32(width), rows, mode)
      default: Int32(-1)
      }
    guard status == 0 else {
      throw MediaError(
        .unsupportedFormat, subject: "\(format)", reason: "only L008, BGRA and RGBA pictures can be turned")
    }
    return target
  }

  private func bytePointer(_ buffer: PixelBuffer) -> UnsafeMutablePointer<UInt8> {
    buffer.memory.base.advanced(by: buffer.planes[0].offset).assumingMemoryBound(to: UInt8.self)
  }
}
