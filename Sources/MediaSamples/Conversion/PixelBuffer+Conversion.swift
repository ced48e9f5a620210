import COpenCapturePixels

extension PixelBuffer {
  /// The same picture in another pixel format; this buffer itself where it has that format already.
  ///
  /// The ranges are those of the formats: from video to full range and back, values are stretched and compressed.
  /// Every component is within ±1 of exact arithmetic, and the same whatever the processor. Chroma of a source at
  /// lower resolution is replicated, that of a result is the average of the two or four pixels that it stands for,
  /// as libyuv does both. Alpha is kept where both formats have it, else opaque. To grey, luma is taken (full range
  /// shares the memory where a plane has it); from grey, chroma is neutral.
  ///
  /// - Parameters:
  ///   - format: One of ``PixelFormat/conversionTargets``, or the format that the pixels have.
  ///   - matrix: How red, green and blue weigh in the luma and chroma of whichever side has them; default BT.601.
  ///     ``FormatDescription/colorMatrix`` knows it.
  ///   - pool: Where the memory of the result comes from, so that none is allocated; its buffers have the format
  ///     and the size of the result. Default: memory of its own.
  /// - Throws: ``MediaError`` where the format can't be had, the pool's buffers are others or all in use, or there is
  ///   no memory.
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
  ///   - target: As large as this picture, in this format or one of ``PixelFormat/conversionTargets``. Where another
  ///     lease shares its memory, it gets memory of its own.
  ///   - matrix: How red, green and blue weigh in luma and chroma; default BT.601.
  /// - Throws: ``MediaError`` where the format can't be had, the sizes differ, or there is no memory.
  public func convert(to target: inout PixelBuffer, matrix: ColorMatrix = .bt601) throws(MediaError) {
    guard target.dimensions == dimensions else {
      throw MediaError(
        .invalidDimensions, subject: "\(target.format) \(target.dimensions)",
        reason: "the picture that should be written to it is \(dimensions)")
    }
    if target.format != format { try requireConversion(to: target.format) }
    if target.isUniquelyOwned() {
      target.ground = nil
      target.memory.forgetDerivedPictures()
    } else {
      target = try PixelBuffer(format: target.format, width: target.width, height: target.height)
    }
    if target.format == format { copyRows(to: target) } else { convertPixels(to: target, matrix: matrix) }
  }

  /// Converts into a buffer that nobody else holds, of the same size and a format that can be had.
  ///
  /// - Parameter loops: How the loops are compiled; the tests compare them.
  func convertPixels(to target: PixelBuffer, matrix: ColorMatrix, loops: cpixels_loops = CPIXELS_FASTEST) {
    guard var from = cpixels_picture(self), var to = cpixels_picture(target) else { return }
    cpixels_convert(&from, &to, width, height, matrix == .bt601 ? CPIXELS_BT601 : CPIXELS_BT709, loops)
    withExtendedLifetime((memory, target.memory)) {}
  }

  /// The plane of luma, where that is what grey is.
  func sharedGrey(_ format: PixelFormat) -> PixelBuffer? {
    guard format == .grey, self.format.colorRange == .full, let luma = layout.luma else { return nil }
    return PixelBuffer(memory: memory, layout: luma, ground: ground)
  }

  private func requireConversion(to format: PixelFormat) throws(MediaError) {
    guard !format.isConversionTarget else { return }
    throw MediaError(
      .unsupportedConversion, subject: "\(self.format) \(dimensions)", reason: "it can't be converted to \(format)")
  }
}

extension PixelBuffer {
  /// A buffer of a pool, or of its own where there is none.
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
  /// The planes of a buffer; nil where its layout is not known.
  ///
  /// The memory must outlive the use of it.
  init?(_ buffer: PixelBuffer) {
    guard let row = buffer.format.row else { return nil }
    self.init()
    (packing, is_full_range) = (row.packing, row.range == .full)
    let count = buffer.planes.count
    planes.0 = buffer.plane(0)
    if count > 1 { planes.1 = buffer.plane(1) }
    if count > 2 { planes.2 = buffer.plane(2) }
  }
}

extension PixelBuffer {
  /// A plane for C; the memory must outlive the use of it.
  func plane(_ index: Int) -> cpixels_plane {
    cpixels_plane(bytes: bytePointer(plane: index), bytes_per_row: planes[index].bytesPerRow)
  }

  /// The first byte of a plane, for C; the memory must outlive the use of it.
  func bytePointer(plane index: Int) -> UnsafeMutablePointer<UInt8> {
    memory.base.advanced(by: planes[index].offset).assumingMemoryBound(to: UInt8.self)
  }
}
