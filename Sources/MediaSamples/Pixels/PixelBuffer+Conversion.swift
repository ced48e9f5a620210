import COpenCapturePixels
public import OpenCaptureSystem

extension PixelBuffer {
  /// Returns the same picture in another pixel format, or this buffer if it already has that format.
  ///
  /// Values are stretched or compressed between video range and full range, as the formats require. Every component
  /// is within ±1 of exact arithmetic, and identical on all processors. As in libyuv, chroma of lower resolution is
  /// replicated. Subsampled chroma of the result is the average of its two or four pixels. Alpha is kept if both
  /// formats have it, and opaque otherwise. A grey result contains the luma; it shares the memory of a full-range
  /// luma plane. Chroma of a grey source is neutral.
  ///
  /// - Parameters:
  ///   - format: One of ``PixelFormat/conversionTargets``, or this buffer's format.
  ///   - matrix: The matrix of the side that has luma and chroma; see ``FormatDescription/colorMatrix``. Default:
  ///     BT.601.
  ///   - pool: A pool for the result's memory, with the result's format and size. Default: newly allocated memory.
  /// - Throws: ``MediaError`` if the format is no conversion target, the pool's buffers do not fit or are all in
  ///   use, or memory runs out.
  public func converted(
    to format: PixelFormat, matrix: ColorMatrix = .bt601, into pool: PixelBufferPool? = nil
  ) throws(MediaError) -> PixelBuffer {
    if format == self.format { return self }
    if let shared = sharedGrey(format) { return shared }
    try requireConversion(to: format)
    let target = try PixelBuffer(format: format, dimensions: dimensions, from: pool)
    convertPixels(to: target, matrix: matrix)
    return target
  }

  /// Writes the same picture into a buffer of another format, by the rules of ``converted(to:matrix:into:)``.
  ///
  /// - Parameters:
  ///   - target: A buffer of the same size, in this format or one of ``PixelFormat/conversionTargets``. If its
  ///     memory is shared, the target gets new memory.
  ///   - matrix: The matrix of luma and chroma. Default: BT.601.
  /// - Throws: ``MediaError`` if the format is no conversion target, the sizes differ, or memory runs out.
  public func convert(to target: inout PixelBuffer, matrix: ColorMatrix = .bt601) throws(MediaError) {
    guard target.dimensions == dimensions else {
      throw MediaError(
        .invalidDimensions, subject: "\(target.format) \(target.dimensions)",
        reason: "the size differs from the source picture's \(dimensions)")
    }
    if target.format != format { try requireConversion(to: target.format) }
    if target.isUniquelyOwned() {
      target.ground = nil
      target.memory.invalidateDerivedPictures()
    } else {
      target = try PixelBuffer(format: target.format, width: target.width, height: target.height)
    }
    if target.format == format { copyRows(to: target) } else { convertPixels(to: target, matrix: matrix) }
  }

  /// Converts into an unshared buffer of the same size and a target format; the tests compare all loops.
  func convertPixels(to target: PixelBuffer, matrix: ColorMatrix, loops: cpixels_loops = CPIXELS_FASTEST) {
    guard var from = cpixels_picture(self), var to = cpixels_picture(target) else { return }
    cpixels_convert(&from, &to, width, height, matrix == .bt601 ? CPIXELS_BT601 : CPIXELS_BT709, loops)
    withExtendedLifetime((memory, target.memory)) {}
  }

  /// Returns the luma plane as a picture if that equals the conversion to `format`; nil otherwise.
  func sharedGrey(_ format: PixelFormat) -> PixelBuffer? {
    guard format == .grey, self.format.colorRange == .full, let luma = layout.luma else { return nil }
    return PixelBuffer(memory: memory, layout: luma, ground: ground)
  }

  private func requireConversion(to format: PixelFormat) throws(MediaError) {
    guard !format.isConversionTarget else { return }
    throw MediaError(
      .unsupportedConversion, subject: "\(self.format) \(dimensions)", reason: "no conversion to \(format)")
  }
}

extension PixelBuffer {
  /// Takes a buffer from a pool, or allocates one if no pool is given.
  init(format: PixelFormat, dimensions: VideoDimensions, from pool: PixelBufferPool?) throws(MediaError) {
    guard let pool else {
      try self.init(format: format, width: dimensions.width, height: dimensions.height)
      return
    }
    let layout = pool.layout
    guard layout.format == format, layout.width == dimensions.width, layout.height == dimensions.height else {
      throw MediaError(
        .invalidDimensions, subject: "pool of \(layout.format) \(layout.width)×\(layout.height)",
        reason: "the result is \(format) \(dimensions)")
    }
    self = try pool.makeBuffer()
  }
}

extension cpixels_picture {
  /// Describes the planes of a buffer for C; nil if the layout is unknown.
  ///
  /// The caller must keep the memory alive during use.
  init?(_ buffer: PixelBuffer) {
    guard let row = buffer.format.row else { return nil }
    self.init()
    packing = row.packing
    is_full_range = row.range == .full
    let count = buffer.planes.count
    planes.0 = buffer.plane(0)
    if count > 1 { planes.1 = buffer.plane(1) }
    if count > 2 { planes.2 = buffer.plane(2) }
  }
}

extension PixelBuffer {
  /// Returns a plane for C; the caller must keep the memory alive during use.
  func plane(_ index: Int) -> cpixels_plane {
    cpixels_plane(bytes: bytePointer(plane: index), bytes_per_row: planes[index].bytesPerRow)
  }

  /// Returns the first byte of a plane for C; the caller must keep the memory alive during use.
  func bytePointer(plane index: Int) -> UnsafeMutablePointer<UInt8> {
    memory.base.advanced(by: planes[index].offset).assumingMemoryBound(to: UInt8.self)
  }
}

extension PixelBuffer {
  /// Writes the same picture into the memory of another buffer, visible to all owners of that memory.
  ///
  /// Follows the rules of ``converted(to:matrix:into:)``. For modules in which buffers are objects;
  /// ``convert(to:matrix:)`` writes to buffers that are values.
  ///
  /// - Throws: ``MediaError`` if the sizes differ, the format is no conversion target, or the memory is being read.
  package func write(into target: PixelBuffer, matrix: ColorMatrix) throws(MediaError) {
    let name = "\(target.format) \(target.dimensions)"
    guard target.dimensions == dimensions else {
      throw MediaError(
        .invalidDimensions, subject: name, reason: "the size differs from the source picture's \(dimensions)")
    }
    guard target.format == format || target.format.isConversionTarget else {
      throw MediaError(
        .unsupportedConversion, subject: "\(format) \(dimensions)", reason: "no conversion to \(name)")
    }
    guard target.beginAccess(writing: true) else {
      throw MediaError(.unsupportedConversion, subject: name, reason: "the buffer is locked for reading")
    }
    if target.format == format { copyRows(to: target) } else { convertPixels(to: target, matrix: matrix) }
    _ = target.endAccess(writing: true)
  }
}

/// A cache of the latest conversions of some memory, one per format, with the memory that they occupy.
struct ConversionCache: Lockable {
  private struct Entry {
    var source: PixelLayout?
    var matrix: ColorMatrix
    var picture: PixelBuffer
  }

  private var entries: [Entry] = []

  /// Invalidates all conversions, but keeps their memory for reuse.
  mutating func invalidate() {
    for index in entries.indices { entries[index].source = nil }
  }

  /// Returns `buffer` in another format; converts only if the cached picture is outdated.
  mutating func picture(
    of buffer: PixelBuffer, as format: PixelFormat, matrix: ColorMatrix
  ) throws(MediaError) -> PixelBuffer {
    guard let index = entries.firstIndex(where: { $0.picture.format == format }) else {
      let picture = try buffer.converted(to: format, matrix: matrix)
      entries.append(Entry(source: buffer.layout, matrix: matrix, picture: picture))
      return picture
    }
    if entries[index].source != buffer.layout || entries[index].matrix != matrix {
      entries[index].source = nil
      if entries[index].picture.dimensions == buffer.dimensions {
        try buffer.convert(to: &entries[index].picture, matrix: matrix)
      } else {
        entries[index].picture = try buffer.converted(to: format, matrix: matrix)
      }
      entries[index].source = buffer.layout
      entries[index].matrix = matrix
    }
    return entries[index].picture
  }
}

extension PixelBuffer {
  /// Returns the same picture in another format, converted only once for any number of threads.
  func sharedConversion(to format: PixelFormat, matrix: ColorMatrix) throws(MediaError) -> PixelBuffer {
    // The memory's cache must not hold a buffer that shares the memory: that would be a retain cycle.
    if format == self.format { return self }
    if let shared = sharedGrey(format) { return shared }
    return try memory.conversions.withLock { (cache) throws(MediaError) in
      try cache.picture(of: self, as: format, matrix: matrix)
    }
  }
}
