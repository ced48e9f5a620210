/// One picture, or some sound, in the pipeline, with its time and format (`CMSampleBuffer`).
///
/// A sample buffer is a value: a change to one copy does not affect others. The media itself is shared. Detections
/// are not part of it, but are delivered beside it.
public struct SampleBuffer: Sendable {
  enum Media: Sendable {
    case pixels(PixelBuffer)
    case compressed(CompressedImage)
    case sound(AudioBuffer)
    case none
  }

  var media: Media

  /// State of this sample buffer that replaces its memory's state; nil if there is none.
  package var sharedState: SharedSampleState?

  /// The format of the media.
  public let format: FormatDescription

  /// The presentation time, decode time and duration.
  public var timing: SampleTiming

  /// The number of the sample buffer in its source's count, with gaps for lost ones; nil if the source does not count.
  public var sequenceNumber: UInt64?

  /// The rotation that makes the stored pixels upright; the pixels themselves are not rotated.
  ///
  /// Not used for sound.
  public var orientation: ImageOrientation

  /// The attachments of the whole buffer.
  public var bufferAttachments: Attachments
}

extension SampleBuffer {
  /// Makes a sample buffer of pixels.
  public init(
    pixelBuffer: PixelBuffer, colorMatrix: ColorMatrix = .bt601, timing: SampleTiming = SampleTiming(),
    sequenceNumber: UInt64? = nil, orientation: ImageOrientation = .up, attachments: Attachments = Attachments()
  ) {
    self.init(
      media: .pixels(pixelBuffer),
      format: FormatDescription(
        pixelFormat: pixelBuffer.format, dimensions: pixelBuffer.dimensions, colorMatrix: colorMatrix),
      timing: timing, sequenceNumber: sequenceNumber, orientation: orientation, bufferAttachments: attachments)
  }

  /// Makes a sample buffer of compressed data that carries its decoder.
  public init(
    data: DataBuffer, format: FormatDescription, decoder: any ImageDecoder, timing: SampleTiming = SampleTiming(),
    sequenceNumber: UInt64? = nil, orientation: ImageOrientation = .up, attachments: Attachments = Attachments()
  ) {
    self.init(
      media: .compressed(CompressedImage(data: data, decoder: decoder)), format: format, timing: timing,
      sequenceNumber: sequenceNumber, orientation: orientation, bufferAttachments: attachments)
  }

  /// Makes a sample buffer of sound, whose duration is exactly that of its frames.
  ///
  /// - Parameters:
  ///   - audioBuffer: The sound.
  ///   - presentationTimeStamp: The time of the first frame. Default: ``MediaTime/invalid``.
  ///   - sequenceNumber: The number in the source's count. Default: none.
  ///   - attachments: The attachments. Default: none.
  public init(
    audioBuffer: AudioBuffer, presentationTimeStamp: MediaTime = .invalid, sequenceNumber: UInt64? = nil,
    attachments: Attachments = Attachments()
  ) {
    self.init(
      media: .sound(audioBuffer), format: FormatDescription(audioFormat: audioBuffer.format),
      timing: SampleTiming(presentationTimeStamp: presentationTimeStamp, duration: audioBuffer.duration),
      sequenceNumber: sequenceNumber, orientation: .up, bufferAttachments: attachments)
  }

  /// Makes a sample buffer without media that represents a lost picture or lost sound.
  public init(
    ofLostFrame format: FormatDescription, timing: SampleTiming, sequenceNumber: UInt64? = nil,
    attachments: Attachments = Attachments()
  ) {
    // Without media, no memory can hold the state.
    self.init(
      media: .none, sharedState: SharedSampleState(SampleState()), format: format, timing: timing,
      sequenceNumber: sequenceNumber, orientation: .up, bufferAttachments: attachments)
  }

  /// The time at which the picture is shown, or the first frame of sound is heard.
  public var presentationTimeStamp: MediaTime { timing.presentationTimeStamp }

  /// The time at which the sample must be decoded; ``MediaTime/invalid`` if samples are in presentation order.
  public var decodeTimeStamp: MediaTime { timing.decodeTimeStamp }

  /// The duration of the sample; ``MediaTime/invalid`` if unknown.
  public var duration: MediaTime { timing.duration }

  /// The number of samples (`CMSampleBufferGetNumSamples`): the frames of sound, 1 for a picture, 0 for a lost frame.
  public var numSamples: Int {
    switch media {
    case .pixels, .compressed: 1
    case .sound(let buffer): buffer.frameCount
    case .none: 0
    }
  }

  /// The sound; nil for other media.
  public var audioBuffer: AudioBuffer? {
    if case .sound(let buffer) = media { buffer } else { nil }
  }

  /// The pixels; nil for compressed data, which ``image(as:)`` decodes, and without a picture.
  public var pixelBuffer: PixelBuffer? {
    if case .pixels(let buffer) = media { buffer } else { nil }
  }

  /// The compressed data; nil for other media.
  public var data: DataBuffer? {
    if case .compressed(let image) = media { image.data } else { nil }
  }

  /// Returns the same media with another timing (`CMSampleBufferCreateCopyWithNewTiming`).
  public func withTiming(_ timing: SampleTiming) -> SampleBuffer {
    var copy = self
    copy.timing = timing
    copy.sharedState = nil
    return copy
  }

  /// Returns the same media with another description, for example with other colors.
  ///
  /// - Throws: ``MediaError`` if the description's format or size is not the media's.
  public func withFormatDescription(_ description: FormatDescription) throws(MediaError) -> SampleBuffer {
    // Colors may differ.
    guard description.videoSubType == format.videoSubType, description.audioFormat == format.audioFormat,
      description.videoDimensions == format.videoDimensions
    else {
      throw MediaError(.invalidDimensions, subject: "\(format)", reason: "the media does not match \(description)")
    }
    return SampleBuffer(
      media: media, format: description, timing: timing, sequenceNumber: sequenceNumber, orientation: orientation,
      bufferAttachments: bufferAttachments)
  }
}

/// The presentation time, decode time and duration of a sample (`CMSampleTimingInfo`).
public struct SampleTiming: Sendable, Hashable {
  /// The time at which the sample is shown.
  public var presentationTimeStamp: MediaTime
  /// The time at which the sample must be decoded; ``MediaTime/invalid`` if samples are in presentation order.
  public var decodeTimeStamp: MediaTime
  /// The duration of the sample, for sound of all its frames; ``MediaTime/invalid`` if unknown.
  public var duration: MediaTime

  /// Makes a timing; times that are not given are ``MediaTime/invalid``.
  public init(
    presentationTimeStamp: MediaTime = .invalid, decodeTimeStamp: MediaTime = .invalid,
    duration: MediaTime = .invalid
  ) {
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
    self.duration = duration
  }
}

extension SampleBuffer {
  /// Returns the time of a frame of the sound; the index after the last frame gives the end.
  ///
  /// - Returns: ``MediaTime/invalid`` if the sample is not sound.
  public func presentationTimeStamp(ofFrame index: Int) -> MediaTime {
    format.audioFormat?.time(ofFrame: index, from: presentationTimeStamp) ?? .invalid
  }

  /// Returns a range of frames at their time, in the same memory (`CMSampleBufferCopySampleBufferForRange`).
  ///
  /// - Throws: ``MediaError`` if the sample is not sound, or the range exceeds it.
  public func frames(_ range: Range<Int>) throws(MediaError) -> SampleBuffer {
    guard let audioBuffer else {
      throw MediaError(.noAudio, subject: "\(format)", reason: "the sample is not sound")
    }
    return SampleBuffer(
      audioBuffer: try audioBuffer.frames(range),
      presentationTimeStamp: presentationTimeStamp(ofFrame: range.lowerBound), sequenceNumber: sequenceNumber,
      attachments: bufferAttachments)
  }
}

extension SampleBuffer {
  /// Returns the sample in newly allocated memory, which releases the source's memory; sound is not copied.
  package func copy() throws(MediaError) -> SampleBuffer {
    var copy = self
    copy.sharedState = nil
    switch media {
    case .pixels(let buffer): copy.media = .pixels(try buffer.copy())
    case .compressed(let image): copy.media = .compressed(try image.copy())
    case .sound, .none: break
    }
    return copy
  }
}
