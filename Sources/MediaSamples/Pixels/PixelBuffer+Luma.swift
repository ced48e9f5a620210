import OpenCaptureSystem

/// The luma plane that was last computed for some memory, and the memory it was written to.
struct LumaCache: Lockable {
  private var source: PixelLayout?
  private var luma: PixelBuffer?

  /// Forgets what was computed, but keeps the memory for the next time.
  mutating func invalidate() { source = nil }

  /// The luma plane of `buffer`, computed unless that was done before.
  mutating func luma(of buffer: PixelBuffer) throws(MediaError) -> PixelBuffer {
    if source == buffer.layout, let luma { return luma }
    var target = try reusableBuffer(width: buffer.width, height: buffer.height)
    do {
      try buffer.convertToLuma(&target)
    } catch {
      throw MediaError(.unsupportedFormat, subject: "\(buffer.format)", reason: "no luma can be computed from it")
    }
    (source, luma) = (buffer.layout, target)
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
  /// The luma plane as a picture in ``PixelFormat/grey``, as large as this one.
  ///
  /// Formats that store one (NV12, NV21, I420, I422, grey) share it: another lease on the same memory, nothing is
  /// copied or computed, and video range stays video range. From the others it is computed in one pass by libyuv
  /// (red, green and blue with BT.601's weights to full range), once, however many ask and from whichever threads.
  /// Where video range should become full range, or BT.709 weigh, ``converted(to:matrix:into:)`` to grey does that.
  /// It has the picture's ``opacity``.
  ///
  /// - Throws: ``MediaError`` where there is no memory for it.
  public func luma() throws(MediaError) -> PixelBuffer {
    if let layout = layout.luma { return PixelBuffer(memory: memory, layout: layout, ground: ground) }
    var luma = try memory.luma.withLock { (cache) throws(MediaError) in try cache.luma(of: self) }
    luma.ground = ground
    return luma
  }

  /// Writes the luma of a packed format; the target is grey and as large.
  fileprivate func convertToLuma(_ target: inout PixelBuffer) throws {
    guard let convert = format.row?.luma else {
      throw MediaError(.unsupportedFormat, subject: "\(format)", reason: "no luma can be computed from it")
    }
    let (source, stride) = (memory.base.advanced(by: planes[0].offset), Int32(planes[0].bytesPerRow))
    let targetStride = Int32(target.planes[0].bytesPerRow)
    let status = try target.withUnsafeMutablePlane(0) { bytes in
      convert(
        source.assumingMemoryBound(to: UInt8.self), stride,
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), targetStride, Int32(width), Int32(height))
    }
    guard status == 0 else {
      throw MediaError(.unsupportedFormat, subject: "\(format)", reason: "libyuv refused the conversion")
    }
  }
}
