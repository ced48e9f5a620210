extension SampleBuffer {
  /// Returns a buffer with other pixels, the same time and number, and the attachments that propagate.
  public func replacingImage(_ pixelBuffer: PixelBuffer) -> SampleBuffer {
    SampleBuffer(
      pixelBuffer: pixelBuffer, colorMatrix: colorMatrix, timing: timing, sequenceNumber: sequenceNumber,
      orientation: orientation, attachments: bufferAttachments.propagated)
  }

  /// Returns the luma plane, computed or decoded only once for all callers; see ``PixelBuffer/luma()``.
  ///
  /// - Throws: An error of the decoder, or ``MediaError``.
  public func luma() throws -> PixelBuffer {
    switch media {
    case .pixels(let buffer): try buffer.luma()
    case .compressed(let image): try image.luma()
    case .sound, .none: throw noImageError
    }
  }

  private var noImageError: MediaError {
    MediaError(
      .noImage, subject: "\(format)",
      reason: format.type == .audio ? "the sample is sound" : "the sample represents a lost frame")
  }

  /// The color matrix; BT.601 if the format description has none.
  private var colorMatrix: ColorMatrix { format.colorMatrix ?? .bt601 }

  /// Returns the picture's pixels in a format, decoded or converted only once for all callers.
  ///
  /// All callers share the result; writing to it makes a copy. The result is the stored picture, not rotated by
  /// ``orientation``.
  ///
  /// - Parameter format: One of ``PixelFormat/conversionTargets``, or the format of the pixels. Default: BGRA.
  /// - Throws: An error of the decoder, or ``MediaError`` if no conversion to the format exists.
  public func image(as format: PixelFormat = .bgra) throws -> PixelBuffer {
    switch media {
    case .compressed(let image): try image.image(as: format, matrix: colorMatrix)
    case .pixels(let buffer): try buffer.sharedConversion(to: format, matrix: colorMatrix)
    case .sound, .none: throw noImageError
    }
  }

  /// Returns the same picture as ``image(as:)``, without caching a conversion.
  ///
  /// The source's memory, which is reused for later pictures, does not grow by conversions.
  package func uncachedImage(as format: PixelFormat) throws -> PixelBuffer {
    guard case .pixels(let buffer) = media, buffer.format != format else { return try image(as: format) }
    return try buffer.converted(to: format, matrix: colorMatrix)
  }

  /// Writes the picture into an existing buffer of the same size; see ``PixelBuffer/convert(to:matrix:)``.
  package func convertImage(to target: inout PixelBuffer) throws {
    let image = if case .pixels(let buffer) = media { buffer } else { try image(as: target.format) }
    try image.convert(to: &target, matrix: colorMatrix)
  }

  /// Lends the picture to `update` for writing or replacement, without another lease on its memory.
  ///
  /// A picture without other holders is therefore written in place. Decoded pixels replace compressed data. Only
  /// the attachments that propagate stay.
  ///
  /// - Parameters:
  ///   - format: The format to decode or convert to first. Nil keeps the format of pixels and decodes to BGRA.
  ///     Default: nil.
  ///   - update: Writes to the buffer or replaces it. If it throws, its changes stay.
  /// - Throws: An error of `update` or the decoder, or ``MediaError`` if no conversion to the format exists.
  public mutating func updateImage<Result>(
    as format: PixelFormat? = nil, _ update: (inout PixelBuffer) throws -> Result
  ) throws -> Result {
    // The conversion is not cached, so that the result has no other holders.
    var buffer =
      switch media {
      case .pixels(let buffer): try buffer.converted(to: format ?? buffer.format, matrix: colorMatrix)
      case .compressed: try image(as: format ?? .bgra)
      case .sound, .none: throw noImageError
      }
    media = .pixels(.lent)
    defer { self = replacingImage(buffer) }
    return try update(&buffer)
  }
}
