extension SampleBuffer {
  /// A buffer of other pixels at the same time and place in the stream, with the attachments that propagate.
  public func replacingImage(_ imageBuffer: PixelBuffer) -> SampleBuffer {
    SampleBuffer(
      imageBuffer: imageBuffer, colorMatrix: colorMatrix, timing: timing,
      sequenceNumber: sequenceNumber, orientation: orientation, attachments: attachments.propagated)
  }

  /// The luma plane, computed or decoded once however many ask; see ``PixelBuffer/luma()``.
  ///
  /// - Throws: What the decoder throws, or ``MediaError``.
  public func luma() throws -> PixelBuffer {
    switch media {
    case .pixels(let buffer): try buffer.luma()
    case .compressed(let image): try image.luma()
    case .sound, .none: throw noImageError
    }
  }

  private var noImageError: MediaError {
    MediaError(
      .noImage, subject: "\(formatDescription)",
      reason: formatDescription.mediaType == .audio ? "this is sound" : "this stands for a frame that was lost")
  }

  /// How the colours weigh; that of pictures in memory where nobody says.
  private var colorMatrix: ColorMatrix { formatDescription.colorMatrix ?? .bt601 }

  /// The picture as pixels in a format, decoded or converted once however many ask.
  ///
  /// The result is shared by all who ask; whoever writes to it gets a copy of their own. It is the stored picture,
  /// not turned by ``orientation``.
  ///
  /// - Parameter format: One of ``PixelFormat/conversionTargets``, or the format that the pixels have; default BGRA.
  /// - Throws: What the decoder throws, or ``MediaError`` where the pixels can't be converted.
  public func image(as format: PixelFormat = .bgra) throws -> PixelBuffer {
    switch media {
    case .compressed(let image): try image.image(as: format, matrix: colorMatrix)
    case .pixels(let buffer): try buffer.sharedConversion(to: format, matrix: colorMatrix)
    case .sound, .none: throw noImageError
    }
  }

  /// As ``image(as:)``, but what is converted isn't kept for others: the memory that a picture came in, which its source
  /// takes again and again, doesn't grow by it.
  ///
  /// - Throws: As ``image(as:)``.
  package func unsharedImage(as format: PixelFormat) throws -> PixelBuffer {
    guard case .pixels(let buffer) = media, buffer.format != format else { return try image(as: format) }
    return try buffer.converted(to: format, matrix: colorMatrix)
  }

  /// Writes the picture into a buffer that is there, as large as it is; see ``PixelBuffer/convert(to:matrix:)``.
  ///
  /// - Throws: As ``image(as:)``.
  package func convertImage(to target: inout PixelBuffer) throws {
    let image = if case .pixels(let buffer) = media { buffer } else { try image(as: target.format) }
    try image.convert(to: &target, matrix: colorMatrix)
  }

  /// Lends the picture for writing or replacing, without keeping a lease on its memory meanwhile.
  ///
  /// So a picture that nobody else holds is written in place. Decoded pixels take the place of compressed data; the
  /// attachments that propagate stay.
  ///
  /// - Parameters:
  ///   - format: The format that the picture is decoded or converted to first, where it has another one; nil, the
  ///     default, takes pixels as they are, and decodes to BGRA.
  ///   - update: Writes to the buffer, or puts another in its place. Where it throws, what it wrote stays.
  /// - Throws: What `update` or the decoder throws, or ``MediaError`` where the pixels can't be converted.
  public mutating func updateImage<Result>(
    as format: PixelFormat? = nil, _ update: (inout PixelBuffer) throws -> Result
  ) throws -> Result {
    // Converted without being kept for others, so that nobody else holds the result.
    var buffer =
      switch media {
      case .pixels(let buffer):
        try buffer.converted(to: format ?? buffer.format, matrix: colorMatrix)
      case .compressed: try image(as: format ?? .bgra)
      case .sound, .none: throw noImageError
      }
    media = .pixels(.lent)
    defer { self = replacingImage(buffer) }
    return try update(&buffer)
  }
}
