import COpenCaptureYUV

extension PixelBuffer {
  /// Returns a copy of another size, or this buffer if it already has that size.
  ///
  /// Uses libyuv, whose interpolation can be 1 below the exact value, and 2 for interleaved chroma (NV12). Each
  /// plane is scaled separately; alpha is treated like a color. To scale a part, first call
  /// ``cropped(x:y:width:height:)``, which copies nothing.
  ///
  /// - Parameters:
  ///   - size: The copy's size in pixels, 1 to 32,768 on each side.
  ///   - filter: The interpolation. Default: ``ScalingFilter/box``.
  ///   - pool: A pool for the copy's memory, with this format and the copy's size. Default: newly allocated memory.
  /// - Throws: ``MediaError`` for YUYV, UYVY and sizes out of range. Also if the pool's buffers do not fit or are all in
  ///   use, or if memory runs out.
  public func scaled(
    to size: VideoDimensions, filter: ScalingFilter = .box, into pool: PixelBufferPool? = nil
  ) throws(MediaError) -> PixelBuffer {
    guard size != dimensions else { return self }
    guard !format.isPacked422 else {
      throw MediaError(
        .unsupportedConversion, subject: "\(format) \(dimensions)",
        reason: "packed pixels that share chroma cannot be scaled")
    }
    let largest = 32_768
    guard max(width, height, size.width, size.height) <= largest else {
      throw MediaError(
        .invalidDimensions, subject: "\(format) \(dimensions) to \(size)",
        reason: "width and height must not exceed \(largest) pixels for scaling")
    }
    let target = try PixelBuffer(format: format, dimensions: size, from: pool)
    for index in planes.indices { try scalePlane(index, to: target, filter.mode) }
    withExtendedLifetime((memory, target.memory)) {}
    return target
  }

  private func scalePlane(_ index: Int, to target: PixelBuffer, _ mode: FilterMode) throws(MediaError) {
    let plane = planes[index]
    let goal = target.planes[index]
    let from = bytePointer(plane: index)
    let to = target.bytePointer(plane: index)
    let stride = Int32(plane.bytesPerRow)
    let goalStride = Int32(goal.bytesPerRow)
    let width = Int32(plane.width)
    let height = Int32(plane.height)
    let goalWidth = Int32(goal.width)
    let goalHeight = Int32(goal.height)
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
        .outOfMemory, subject: "\(format) to \(target.dimensions)", reason: "libyuv could not scale the picture")
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

/// The interpolation of a scaled picture.
public enum ScalingFilter: Sendable, Hashable, CaseIterable {
  /// Takes the nearest source pixel: fastest, with jagged edges.
  case none
  /// Interpolates between the four nearest pixels: good from half to twice the size.
  case bilinear
  /// Averages the covered pixels, and interpolates if the picture grows: the best for smaller pictures.
  case box
}
