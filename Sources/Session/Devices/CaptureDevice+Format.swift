public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// A format that a device delivers (`AVCaptureDevice.Format`): of a camera pixels or codec, size and frame rates as one
  /// tuple; of a microphone samples, rate and channels.
  public struct Format: Sendable, Hashable {
    /// Pixels or codec, and the size; of sound, samples, rate and channels.
    public let formatDescription: FormatDescription

    /// The rates that the camera reaches in this format and size, the highest first.
    @_disfavoredOverload public let videoSupportedFrameRateRanges: [FrameRateRange]

    /// ``videoSupportedFrameRateRanges``, for modules that have another property of that name.
    package var frameRateRanges: [FrameRateRange] { videoSupportedFrameRateRanges }

    /// What the driver calls the pixels, the codec or the samples, such as V4L2's `YUYV`.
    public let driverCode: FourCharCode

    /// The largest factor that ``CaptureDevice/videoZoomFactor`` can have; 1 for none.
    ///
    /// Of a device's own formats that of the camera where it zooms itself, else as far as the picture is cropped.
    @_disfavoredOverload public var videoMaxZoomFactor: Double { greatestZoom }

    package var greatestZoom: Double

    /// How long and how sensitively the device can expose; nil in a format that isn't a device's own, and where it can't be
    /// set.
    package var exposureLimits: ExposureLimits?

    /// How long and how sensitively a device can expose.
    package struct ExposureLimits: Sendable, Hashable {
      package var duration: ClosedRange<MediaTime>
      package var iso: ClosedRange<Float>
    }

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - formatDescription: Pixels or codec, and the size.
    ///   - frameRateRanges: The rates; none where the camera doesn't say, and for sound.
    ///   - driverCode: What the driver calls it; default the description's code.
    ///   - videoMaxZoomFactor: How far the picture can be cropped; default until 160 pixels are left across.
    public init(
      formatDescription: FormatDescription, frameRateRanges: [FrameRateRange], driverCode: FourCharCode? = nil,
      videoMaxZoomFactor: Double? = nil
    ) {
      self.formatDescription = formatDescription
      videoSupportedFrameRateRanges = frameRateRanges.sorted { $0.minFrameDuration < $1.minFrameDuration }
      self.driverCode = driverCode ?? formatDescription.mediaSubType
      greatestZoom = videoMaxZoomFactor ?? max(1, Double(formatDescription.dimensions.width) / 160)
    }

    /// What kind of media it is.
    public var mediaType: MediaType { formatDescription.mediaType }

    /// Pixels across and down; 0×0 for sound.
    public var dimensions: VideoDimensions { formatDescription.dimensions }

    /// The highest rate, in frames per second; 0 where the camera doesn't say.
    public var maxFrameRate: Double { videoSupportedFrameRateRanges.first?.maxFrameRate ?? 0 }

    /// The duration that the camera has which is nearest to the one wished for; that one where it doesn't say.
    public func frameDuration(nearest wish: MediaTime) -> MediaTime {
      let offers = videoSupportedFrameRateRanges.map { $0.nearest(to: wish) }
      return offers.min { ($0 - wish).magnitude < ($1 - wish).magnitude } ?? wish
    }

    /// Whether the camera has this duration.
    public func supports(frameDuration: MediaTime) -> Bool {
      videoSupportedFrameRateRanges.contains { $0.contains(frameDuration) }
    }
  }
}

// What a device knows of all its formats doesn't tell them apart.
extension CaptureDevice.Format {
  /// Whether both are the same pixels, codec or samples, in the same size, at the same rates, of the same name.
  public static func == (left: Self, right: Self) -> Bool {
    left.formatDescription == right.formatDescription && left.frameRateRanges == right.frameRateRanges
      && left.driverCode == right.driverCode
  }

  /// Hashes what formats are compared by.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(formatDescription)
    hasher.combine(frameRateRanges)
    hasher.combine(driverCode)
  }
}

extension CaptureDevice.Format: CustomStringConvertible {
  /// Such as `YUYV 640×480 at 30, 15 fps` or `48000 Hz stereo Int16, interleaved`.
  public var description: String {
    if let sound = formatDescription.audioFormat { return "\(sound)" }
    let rates = videoSupportedFrameRateRanges.map(\.description).joined(separator: ", ")
    return "\(driverCode) \(dimensions)" + (rates.isEmpty ? "" : " at \(rates) fps")
  }
}
