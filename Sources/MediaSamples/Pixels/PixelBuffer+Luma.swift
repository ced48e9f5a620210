public import OpenCaptureSystem

/// A cache of the latest luma plane computed for some memory, with the memory that the plane occupies.
struct LumaCache: Lockable {
  private var source: PixelLayout?
  private var luma: PixelBuffer?

  /// Invalidates the plane, but keeps its memory for reuse.
  mutating func invalidate() { source = nil }

  /// Returns the luma plane of `buffer`; computes it only if the cached plane is outdated.
  mutating func luma(of buffer: PixelBuffer) throws(MediaError) -> PixelBuffer {
    if source == buffer.layout, let luma { return luma }
    var target = try reusableBuffer(width: buffer.width, height: buffer.height)
    guard buffer.convertToLuma(&target) else {
      throw MediaError(
        .unsupportedFormat, subject: "\(buffer.format)", reason: "luma cannot be computed from this format")
    }
    source = buffer.layout
    luma = target
    return target
  }

  private mutating func reusableBuffer(width: Int, height: Int) throws(MediaError) -> PixelBuffer {
    if luma?.width == width, luma?.height == height, luma?.isUniquelyOwned() == true, let reused = luma {
      luma = nil
      return reused
    }
    return try PixelBuffer(format: .grey, width: width, height: height)
  }
}

extension PixelBuffer {
  /// Returns the luma plane as a picture in ``PixelFormat/grey`` of the same size.
  ///
  /// Formats with a luma plane (NV12, NV21, I420, I422, grey) share it: the result is a lease on the same memory. It is
  /// not copied, and video range stays video range. For the other formats libyuv computes the plane in one pass, using
  /// BT.601's weights and full range. The plane is computed only once for any number of threads. To change the range or
  /// to use BT.709, convert to grey with ``converted(to:matrix:into:)``. The result keeps the picture's ``opacity``.
  ///
  /// - Throws: ``MediaError`` if memory runs out.
  public func luma() throws(MediaError) -> PixelBuffer {
    if let layout = layout.luma { return PixelBuffer(memory: memory, layout: layout, ground: ground) }
    var luma = try memory.luma.withLock { (cache) throws(MediaError) in try cache.luma(of: self) }
    luma.ground = ground
    return luma
  }

  /// Writes the luma of a packed format into a grey picture of the same size, and returns whether that succeeded.
  fileprivate func convertToLuma(_ target: inout PixelBuffer) -> Bool {
    guard let convert = format.row?.luma else { return false }
    let source = memory.base.advanced(by: planes[0].offset)
    let stride = Int32(planes[0].bytesPerRow)
    let targetStride = Int32(target.planes[0].bytesPerRow)
    let status = try? target.withUnsafeMutablePlane(0) { bytes in
      convert(
        source.assumingMemoryBound(to: UInt8.self), stride,
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), targetStride, Int32(width), Int32(height))
    }
    return status == 0
  }
}
