/// One picture, or some sound, on its way through the pipeline: the media, and when and how it is to be shown or heard
/// (`CMSampleBuffer`).
///
/// A value: changing a copy changes nothing elsewhere; the media itself is shared. It is media only, what was found
/// in it stands beside it.
public struct SampleBuffer: Sendable {
  enum Media: Sendable {
    case pixels(PixelBuffer)
    case compressed(CompressedImage)
    case sound(AudioBuffer)
    case none
  }

  var media: Media

  /// What is said of it in place, where that isn't what is said of its memory; nil where nobody said anything.
  package var bearer: SampleBearer?

  /// What the buffer holds.
  @_disfavoredOverload public let formatDescription: FormatDescription

  /// When the sample is shown, must be decoded, and how long it lasts.
  public var timing: SampleTiming

  /// The place of the sample buffer in its source's count, which has gaps where some were lost; nil where the source
  /// doesn't count.
  public var sequenceNumber: UInt64?

  /// How the stored pixels must be turned to be upright; the pixels themselves are untouched, and sound is as it is.
  public var orientation: ImageOrientation

  /// Facts that travel along.
  @_disfavoredOverload public var attachments: Attachments

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

  /// Makes a sample buffer of sound, which lasts exactly as long as its frames do.
  ///
  /// - Parameters:
  ///   - audioBuffer: The sound.
  ///   - presentationTimeStamp: When its first frame is heard; default ``MediaTime/invalid``.
  ///   - sequenceNumber: Its place in the source's count; default none.
  ///   - attachments: Facts that travel along; default none.
  public init(
    audioBuffer: AudioBuffer, presentationTimeStamp: MediaTime = .invalid, sequenceNumber: UInt64? = nil,
    attachments: Attachments = Attachments()
  ) {
    self.init(
      media: .sound(audioBuffer), formatDescription: FormatDescription(audioFormat: audioBuffer.format),
      timing: SampleTiming(presentationTimeStamp: presentationTimeStamp, duration: audioBuffer.duration),
      sequenceNumber: sequenceNumber, orientation: .up, attachments: attachments)
  }

  /// Makes a sample buffer that stands for a picture or for sound that was lost: it says what and when, and holds none.
  public init(
    ofLostFrame formatDescription: FormatDescription, timing: SampleTiming, sequenceNumber: UInt64? = nil,
    attachments: Attachments = Attachments()
  ) {
    self.init(
      media: .none, formatDescription: formatDescription, timing: timing, sequenceNumber: sequenceNumber,
      orientation: .up, attachments: attachments)
    // There is no memory for anything to be said of.
    bearer = SampleBearer(SampleState())
  }

  init(
    media: Media, formatDescription: FormatDescription, timing: SampleTiming, sequenceNumber: UInt64?,
    orientation: ImageOrientation, attachments: Attachments
  ) {
    (self.media, self.formatDescription, self.timing) = (media, formatDescription, timing)
    (self.sequenceNumber, self.orientation, self.attachments) = (sequenceNumber, orientation, attachments)
  }

  /// When the picture is shown, or the first frame of sound heard.
  public var presentationTimeStamp: MediaTime { timing.presentationTimeStamp }

  /// When the sample must be decoded; ``MediaTime/invalid`` where that is the order of presentation.
  public var decodeTimeStamp: MediaTime { timing.decodeTimeStamp }

  /// How long the sample lasts; ``MediaTime/invalid`` where nobody knows.
  public var duration: MediaTime { timing.duration }

  /// How many samples it holds (`CMSampleBufferGetNumSamples`): frames of sound, one picture, or none that were lost.
  public var numSamples: Int {
    switch media {
    case .pixels, .compressed: 1
    case .sound(let buffer): buffer.frameCount
    case .none: 0
    }
  }

  /// The sound; nil where there is none.
  public var audioBuffer: AudioBuffer? {
    if case .sound(let buffer) = media { buffer } else { nil }
  }

  /// The pixels; nil where the buffer holds compressed data, which ``image(as:)`` decodes, or no picture.
  @_disfavoredOverload public var imageBuffer: PixelBuffer? { storedPixels }

  /// As ``imageBuffer``, under a name that no other module has.
  package var storedPixels: PixelBuffer? {
    if case .pixels(let buffer) = media { buffer } else { nil }
  }

  /// The compressed data; nil where the buffer holds none.
  @_disfavoredOverload public var dataBuffer: DataBuffer? { compressedData }

  /// As ``dataBuffer``, under a name that no other module has.
  package var compressedData: DataBuffer? {
    if case .compressed(let image) = media { image.data } else { nil }
  }

  /// The same media with another timing (`CMSampleBufferCreateCopyWithNewTiming`).
  public func withTiming(_ timing: SampleTiming) -> SampleBuffer {
    var copy = self
    (copy.timing, copy.bearer) = (timing, nil)
    return copy
  }

  /// The same media with another description, such as other colours.
  ///
  /// - Throws: ``MediaError`` where the description names another format or size than the media has.
  public func withFormatDescription(_ description: FormatDescription) throws(MediaError) -> SampleBuffer {
    guard description.describesSamples(of: formatDescription) else {
      throw MediaError(
        .invalidDimensions, subject: "\(formatDescription)", reason: "the media is not \(description)")
    }
    return SampleBuffer(
      media: media, formatDescription: description, timing: timing, sequenceNumber: sequenceNumber,
      orientation: orientation, attachments: attachments)
  }
}
