public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// The pixel format and size of the images that an output delivers.
public struct VideoSettings: Sendable, Hashable {
  /// The pixel format; nil for the camera's own or that of the decoder.
  public var pixelFormat: PixelFormat?
  /// The size of the images after rotation, in pixels; nil for the camera's size.
  public var dimensions: VideoDimensions?
  /// Whether compressed images are delivered without decoding.
  public var passesCompressedData = false
  /// Whether pixels are rotated and mirrored even if neither a format nor a size is requested.
  ///
  /// The default is false: the frame carries its orientation as metadata.
  public var rotatesPixels = false

  /// Creates settings for decoded images.
  ///
  /// - Parameters:
  ///   - pixelFormat: One of `PixelFormat.conversionTargets`. The default is the camera's format.
  ///   - dimensions: The size in pixels. The default is the camera's size.
  public init(pixelFormat: PixelFormat? = nil, dimensions: VideoDimensions? = nil) {
    self.pixelFormat = pixelFormat
    self.dimensions = dimensions
  }

  /// Settings that deliver frames unchanged, decoded or compressed, at no cost.
  public static let passthrough: VideoSettings = {
    var settings = VideoSettings()
    settings.passesCompressedData = true
    return settings
  }()

  /// Whether the sample's pixels must be converted, and then rotated upright.
  func requiresConversion(of sample: SampleBuffer) -> Bool {
    pixelFormat != nil || dimensions != nil || (rotatesPixels && sample.orientation != .up)
  }

  /// Whether a sample can be delivered without conversion.
  package func areSatisfied(by sample: SampleBuffer) -> Bool {
    passesCompressedData || (!requiresConversion(of: sample) && sample.pixelBuffer != nil)
  }
}

/// The audio format that an output delivers.
public struct AudioSettings: Lockable, Sendable, Hashable {
  /// The sample format; nil for the format of the source.
  public var commonFormat: AudioCommonFormat?
  /// The sample rate in Hz; nil for the rate of the source.
  public var sampleRate: Int?
  /// The number of channels; nil for that of the source.
  public var channelCount: Int?
  /// Whether the samples of a frame are adjacent in memory; nil for the arrangement of the source.
  public var isInterleaved: Bool?

  /// Creates settings; values that are nil leave the source's format unchanged.
  public init(
    commonFormat: AudioCommonFormat? = nil, sampleRate: Int? = nil, channelCount: Int? = nil,
    isInterleaved: Bool? = nil
  ) {
    self.commonFormat = commonFormat
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.isInterleaved = isInterleaved
  }

  /// Returns the format that audio of the given source format is converted to.
  ///
  /// - Throws: `MediaError` if the sample rate or number of channels is not valid.
  public func format(for source: AudioFormat) throws(MediaError) -> AudioFormat {
    let common = commonFormat ?? source.commonFormat
    let rate = sampleRate ?? source.sampleRate
    let channels = channelCount ?? source.channelCount
    let interleaved = isInterleaved ?? source.isInterleaved
    guard channels == source.channelCount, let layout = source.channelLayout else {
      return try AudioFormat(commonFormat: common, sampleRate: rate, channels: channels, interleaved: interleaved)
    }
    return try AudioFormat(commonFormat: common, sampleRate: rate, interleaved: interleaved, channelLayout: layout)
  }
}
