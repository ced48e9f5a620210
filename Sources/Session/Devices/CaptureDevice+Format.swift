public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// A format that a device offers (`AVCaptureDevice.Format`).
  ///
  /// For a camera it is pixel format or codec, size and frame rates. For a microphone it is sample format, rate and
  /// channels.
  public struct Format: Sendable, Hashable {
    /// The pixel format or codec and size; for audio, the sample format, rate and channels.
    public let formatDescription: FormatDescription

    /// The frame rates of this format and size, the highest first.
    public let frameRateRanges: [FrameRateRange]

    /// The driver's code of the format, such as `YUYV`.
    public let driverCode: FourCharCode

    /// The largest ``CaptureDevice/zoomFactor``; 1 for no zoom.
    ///
    /// It is the limit of the camera's own zoom, else that of cropping.
    public package(set) var maxZoomFactor: Double

    /// The exposure limits; nil for formats that are not a device's own, and if exposure cannot be set.
    package var exposureLimits: ExposureLimits?

    /// The limits of a device's exposure time and sensitivity.
    package struct ExposureLimits: Sendable, Hashable {
      package var duration: ClosedRange<MediaTime>
      package var iso: ClosedRange<Float>
    }

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - formatDescription: The pixel format or codec and size.
    ///   - frameRateRanges: The frame rates; empty for audio and if the camera does not report them.
    ///   - driverCode: The driver's code. The default is the description's code.
    ///   - maxZoomFactor: The largest zoom by cropping. By default, at least 160 pixels of the width remain.
    public init(
      formatDescription: FormatDescription, frameRateRanges: [FrameRateRange], driverCode: FourCharCode? = nil,
      maxZoomFactor: Double? = nil
    ) {
      self.formatDescription = formatDescription
      self.frameRateRanges = frameRateRanges.sorted { $0.minFrameDuration < $1.minFrameDuration }
      self.driverCode = driverCode ?? formatDescription.fourCharCode
      self.maxZoomFactor = maxZoomFactor ?? max(1, Double(formatDescription.videoDimensions.width) / 160)
    }

    /// The media type.
    public var mediaType: MediaType { formatDescription.type }

    /// The size in pixels; 0×0 for audio.
    public var dimensions: VideoDimensions { formatDescription.videoDimensions }

    /// The highest rate in frames per second; 0 if the camera does not report it.
    public var maxFrameRate: Double { frameRateRanges.first?.maxFrameRate ?? 0 }

    /// Returns the available frame duration nearest to the given one, or the given one if the camera reports none.
    public func frameDuration(nearest duration: MediaTime) -> MediaTime {
      let offers = frameRateRanges.map { $0.nearest(to: duration) }
      return offers.min { ($0 - duration).magnitude < ($1 - duration).magnitude } ?? duration
    }

    /// Returns whether the format offers a frame duration.
    public func supports(frameDuration: MediaTime) -> Bool {
      frameRateRanges.contains { $0.contains(frameDuration) }
    }
  }
}

// The limits are those of the device, so equality ignores them.
extension CaptureDevice.Format {
  /// Returns whether description, frame rates and driver code are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.formatDescription == right.formatDescription && left.frameRateRanges == right.frameRateRanges
      && left.driverCode == right.driverCode
  }

  /// Hashes the properties that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(formatDescription)
    hasher.combine(frameRateRanges)
    hasher.combine(driverCode)
  }
}

extension CaptureDevice.Format: CustomStringConvertible {
  /// The format as text, such as `YUYV 640×480 at 30, 15 fps` or `48000 Hz stereo Int16, interleaved`.
  public var description: String {
    if let audioFormat = formatDescription.audioFormat { return "\(audioFormat)" }
    let rates = frameRateRanges.map(\.description).joined(separator: ", ")
    return "\(driverCode) \(dimensions)" + (rates.isEmpty ? "" : " at \(rates) fps")
  }
}

extension CaptureStreamConfiguration {
  /// Creates a configuration for a device's format.
  public init(format: CaptureDevice.Format, frameDuration: MediaTime = .invalid) {
    self.init(
      formatDescription: format.formatDescription, driverCode: format.driverCode, frameDuration: frameDuration)
  }
}

extension FormatSelection {
  /// A selected format and frame duration.
  public struct Choice: Sendable, Hashable {
    /// The format.
    public let format: CaptureDevice.Format
    /// The frame duration.
    public let frameDuration: MediaTime

    package init(format: CaptureDevice.Format, frameDuration: MediaTime) {
      self.format = format
      self.frameDuration = frameDuration
    }
  }

  /// Returns the best of the formats, or nil if none is acceptable.
  public func choose(from formats: [CaptureDevice.Format]) -> Choice? {
    let candidates = formats.filter { !requiresExactSize || $0.dimensions == dimensions }
    guard let best = candidates.min(by: { rank($0).lexicographicallyPrecedes(rank($1)) }) else { return nil }
    let duration = MediaTime(
      seconds: 1 / max(requestedFrameRate ?? frameRate, 0.001), preferredTimescale: 1_000_000_000)
    return Choice(format: best, frameDuration: best.frameDuration(nearest: duration))
  }

  /// Returns the rank of a format; a lower rank is better.
  private func rank(_ format: CaptureDevice.Format) -> [Double] {
    // Unknown rates count as reached, and 29.97 counts as 30.
    let rate = format.frameRateRanges.isEmpty ? frameRate : format.maxFrameRate
    let missing = rate >= frameRate * 0.99 ? 0 : frameRate - rate
    let size = sizeRank(format.dimensions)
    return (priority == .size ? [size, missing] : [missing, size]) + [conversionCost(of: format.formatDescription)]
  }

  /// Returns the cost of converting a format for detectors and display.
  private func conversionCost(of description: FormatDescription) -> Double {
    guard let pixelFormat = description.pixelFormat else { return description.codec == .jpeg ? 20 : 30 }
    return Double(pixelFormat.captureCost)
  }

  /// Returns the rank of a size: first sizes that cover the preferred one, smallest first; then others, largest
  /// first.
  private func sizeRank(_ size: VideoDimensions) -> Double {
    let area = Double(size.width * size.height)
    guard let dimensions else { return -area }
    let preferredArea = Double(dimensions.width * dimensions.height)
    let covers = size.width >= dimensions.width && size.height >= dimensions.height
    if priority == .rate { return area <= preferredArea ? preferredArea - area : area * 2 }
    return covers ? area - preferredArea : 1e12 - area
  }
}
