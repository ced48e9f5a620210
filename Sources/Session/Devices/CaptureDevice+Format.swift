public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// A format that a camera delivers: pixels or codec, size and frame rates as one tuple (`AVCaptureDevice.Format`).
  public struct Format: Sendable, Hashable {
    /// Pixels or codec, and the size.
    public let formatDescription: FormatDescription

    /// The rates that the camera reaches in this format and size, the highest first.
    public let videoSupportedFrameRateRanges: [FrameRateRange]

    /// What the driver calls the pixels or the codec, such as V4L2's `YUYV`.
    public let driverCode: FourCharCode

    /// The largest factor that ``CaptureDevice/videoZoomFactor`` can have where the picture is cropped; 1 for none.
    public let videoMaxZoomFactor: Double

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - formatDescription: Pixels or codec, and the size.
    ///   - frameRateRanges: The rates; none where the camera doesn't say.
    ///   - driverCode: What the driver calls it; default the description's code.
    ///   - videoMaxZoomFactor: How far the picture can be cropped; default until 160 pixels are left across.
    public init(
      formatDescription: FormatDescription, frameRateRanges: [FrameRateRange], driverCode: FourCharCode? = nil,
      videoMaxZoomFactor: Double? = nil
    ) {
      self.formatDescription = formatDescription
      videoSupportedFrameRateRanges = frameRateRanges.sorted { $0.minFrameDuration < $1.minFrameDuration }
      self.driverCode = driverCode ?? formatDescription.mediaSubType
      self.videoMaxZoomFactor = videoMaxZoomFactor ?? max(1, Double(formatDescription.dimensions.width) / 160)
    }

    /// Pixels across and down.
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

extension CaptureDevice.Format: CustomStringConvertible {
  /// Such as `YUYV 640×480 at 30, 15 fps`.
  public var description: String {
    let rates = videoSupportedFrameRateRanges.map(\.description).joined(separator: ", ")
    return "\(driverCode) \(dimensions)" + (rates.isEmpty ? "" : " at \(rates) fps")
  }
}
