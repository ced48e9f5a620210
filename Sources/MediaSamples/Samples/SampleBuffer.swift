/// One frame on its way through the pipeline: its media, and when and how it is to be shown (`CMSampleBuffer`).
///
/// A value: changing a copy changes nothing elsewhere; the media itself is shared. It is media only, what was found
/// in it stands beside it.
public struct SampleBuffer: Sendable {
  private enum Media: Sendable {
    case pixels(PixelBuffer)
    case compressed(CompressedImage)
    case none
  }

  private var media: Media

  /// What the buffer holds.
  public let formatDescription: FormatDescription

  /// When the sample is shown, must be decoded, and how long it lasts.
  public var timing: SampleTiming

  /// The place of the frame in its source's count, which has gaps where frames were lost; nil where the source
  /// doesn't count.
  public var sequenceNumber: UInt64?

  /// How the stored pixels must be turned to be upright; the pixels themselves are untouched.
  public var orientation: ImageOrientation

  /// Facts that travel along.
  public var attachments: Attachments

  /// Makes a sample buffer of pixels.
  public init(
    imageBuffer: PixelBuffer, colorMatrix: ColorMatrix = .bt601, timing: SampleTiming = SampleTiming(),
    sequenceNumber: UInt64? = nil, orientation: ImageOrientation = .up, attachments: Attachments = Attachments()
  ) {
    self.init(
      media: .pixels(imageBuffer),
      formatDescription: FormatDescription(
        pixelFormat: imageBuffer.format, dimensions: imageBuffer.dimensions, colorMatrix: colorMatrix),
      timing: timing, sequenceNumber: sequenceNumber, orientation: orientation, attachments: attachments)
  }

  /// Makes a sample buffer of compressed data that carries its decoder.
  public init(
    dataBuffer: DataBuffer, formatDescription: FormatDescription, decoder: any ImageDecoder,
    timing: SampleTiming = SampleTiming(), sequenceNumber: UInt64? = nil, orientation: ImageOrientation = .up,
    attachments: Attachments = Attachments()
  ) {
    self.init(
      media: .compressed(CompressedImage(data: dataBuffer, decoder: decoder)),
      formatDescription: formatDescription, timing: timing, sequenceNumber: sequenceNumber,
      orientation: orientation, attachments: attachments)
  }

  /// Makes a sample buffer that stands for a frame that was lost: it says what and when, and holds no picture.
  public init(
    ofLostFrame formatDescription: FormatDescription, timing: SampleTiming, sequenceNumber: UInt64? = nil,
    attachments: Attachments = Attachments()
  ) {
    self.init(
      media: .none, formatDescription: formatDescription, timing: timing, sequenceNumber: sequenceNumber,
      orientation: .up, attachments: attachments)
  }

  private init(
    media: Media, formatDescription: FormatDescription, timing: SampleTiming, sequenceNumber: UInt64?,
    orientation: ImageOrientation, attachments: Attachments
  ) {
    (self.media, self.formatDescription, self.timing) = (media, formatDescription, timing)
    (self.sequenceNumber, self.orientation, self.attachments) = (sequenceNumber, orientation, attachments)
  }

  /// When the sample is shown.
  public var presentationTimeStamp: MediaTime { timing.presentationTimeStamp }

  /// When the sample must be decoded; ``MediaTime/invalid`` where that is the order of presentation.
  public var decodeTimeStamp: MediaTime { timing.decodeTimeStamp }

  /// How long the sample lasts; ``MediaTime/invalid`` where nobody knows.
  public var duration: MediaTime { timing.duration }

  /// The pixels; nil where the buffer holds compressed data, which ``image(as:)`` decodes.
  public var imageBuffer: PixelBuffer? {
    if case .pixels(let buffer) = media { buffer } else { nil }
  }

  /// The compressed data; nil where the buffer holds pixels.
  public var dataBuffer: DataBuffer? {
    if case .compressed(let image) = media { image.data } else { nil }
  }

  /// The same media with another timing (`CMSampleBufferCreateCopyWithNewTiming`).
  public func withTiming(_ timing: SampleTiming) -> SampleBuffer {
    var copy = self
    copy.timing = timing
    return copy
  }

  /// The same media with another description, such as other colours.
  ///
  /// - Throws: ``MediaError`` where the description names another format or size than the media has.
  public func withFormatDescription(_ description: FormatDescription) throws(MediaError) -> SampleBuffer {
    let isSame = description.mediaSubType == formatDescription.mediaSubType
    guard isSame, description.dimensions == formatDescription.dimensions else {
      throw MediaError(
        .invalidDimensions, subject: "\(formatDescription)", reason: "the media is not \(description)")
    }
    return SampleBuffer(
      media: media, formatDescription: description, timing: timing, sequenceNumber: sequenceNumber,
      orientation: orientation, attachments: attachments)
  }

  /// A buffer of other pixels at the same time and place in the stream, with the attachments that propagate.
  public func replacingImage(_ imageBuffer: PixelBuffer) -> SampleBuffer {
    SampleBuffer(
      imageBuffer: imageBuffer, colorMatrix: formatDescription.colorMatrix, timing: timing,
      sequenceNumber: sequenceNumber, orientation: orientation, attachments: attachments.propagated)
  }

  /// The luma plane, computed or decoded once however many ask; see ``PixelBuffer/luma()``.
  ///
  /// - Throws: What the decoder throws, or ``MediaError``.
  public func luma() throws -> PixelBuffer {
    switch media {
    case .pixels(let buffer): try buffer.luma()
    case .compressed(let image): try image.luma()
    case .none: throw lostFrameError
    }
  }

  private var lostFrameError: MediaError {
    MediaError(.noImage, subject: "\(formatDescription)", reason: "this stands for a frame that was lost")
  }

  /// The picture as pixels in a format, decoded or converted once however many ask.
  ///
  /// The result is shared by all who ask; whoever writes to it gets a copy of their own. It is the stored picture,
  /// not turned by ``orientation``.
  ///
  /// - Parameter format: One of ``PixelFormat/conversionTargets``, or the format that the pixels have; default BGRA.
  /// - Throws: What the decoder throws, or ``MediaError`` where the pixels can't be converted.
  public func image(as format: PixelFormat = .bgra) throws -> PixelBuffer {
    let matrix = formatDescription.colorMatrix
    return switch media {
    case .compressed(let image): try image.image(as: format, matrix: matrix)
    case .pixels(let buffer): try buffer.sharedConversion(to: format, matrix: matrix)
    case .none: throw lostFrameError
    }
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
        try buffer.converted(to: format ?? buffer.format, matrix: formatDescription.colorMatrix)
      case .compressed: try image(as: format ?? .bgra)
      case .none: throw lostFrameError
      }
    media = .pixels(.lent)
    defer { self = replacingImage(buffer) }
    return try update(&buffer)
  }
}
