import COpenCaptureYUV

extension PixelBuffer {
  /// A copy of another size; this buffer itself where it has that size.
  ///
  /// By libyuv, whose interpolation can be 1 below the exact value, and 2 for chroma that lies in pairs (NV12). Each
  /// plane is scaled by itself, alpha like a colour. To scale a part, take ``cropped(x:y:width:height:)`` first, which
  /// copies nothing.
  ///
  /// - Parameters:
  ///   - size: Pixels across and down of the copy, each 1 to 32,768.
  ///   - filter: How pixels are made of several; default ``ScalingFilter/box``.
  ///   - pool: Where the memory of the copy comes from; its buffers have this format and the size of the copy.
  ///     Default: memory of its own.
  /// - Throws: ``MediaError`` for YUYV and UYVY, for sizes out of range, where the pool's buffers are others or all
  ///   in use, or where there is no memory.
  public func scaled(
    to size: VideoDimensions, filter: ScalingFilter = .box, into pool: PixelBufferPool? = nil
  ) throws(MediaError) -> PixelBuffer {
    guard size != dimensions else { return self }
    guard !format.isPacked422 else {
      throw MediaError(
        .unsupportedConversion, subject: "\(format) \(dimensions)",
        reason: "pixels that share chroma in one plane can't be scaled")
    }
    let largest = 32_768
    guard max(width, height, size.width, size.height) <= largest else {
      throw MediaError(
        .invalidDimensions, subject: "\(format) \(dimensions) to \(size)",
        reason: "no side of a picture that is scaled can be above \(largest)")
    }
    let target = try PixelBuffer(format: format, dimensions: size, from: pool)
    for index in planes.indices { try scalePlane(index, to: target, filter.mode) }
    withExtendedLifetime((memory, target.memory)) {}
    return target
  }

  private func scalePlane(_ index: Int, to target: PixelBuffer, _ mode: FilterMode) throws(MediaError) {
    let (plane, goal) = (planes[index], target.planes[index])
    let (from, to) = (bytePointer(plane: index), target.bytePointer(plane: index))
    let (stride, goalStride) = (Int32(plane.bytesPerRow), Int32(goal.bytesPerRow))
    let (width, height) = (Int32(plane.width), Int32(plane.height))
    let (goalWidth, goalHeight) = (Int32(goal.width), Int32(goal.height))
    let status: Int32
    switch plane.bytesPerElement {
    case 1:
      ScalePlane(from, stride, width, height, to, goalStride, goalWidth, goalHeight, mode)
      status = 0
    case 2: status = UVScale(from, stride, width, height, to, goalStride, goalWidth, goalHeight, mode)
    case 3: status = RGBScale(from, stride, width, height, to, goalStride, goalWidth, goalHeight, mode)
    default: status = ARGBScale(from, stride, width, height, to, goalStride, goalWidth, goalHeight, mode)
    }
    guard status == 0 else {
      throw MediaError(
        .outOfMemory, subject: "\(format) to \(target.dimensions)", reason: "libyuv couldn't scale it")
    }
  }
}

extension ScalingFilter {
  fileprivate var mode: FilterMode {
    switch self {
    case .none: kFilterNone
    case .bilinear: kFilterBilinear
    case .box: kFilterBox
    }
  }
}
