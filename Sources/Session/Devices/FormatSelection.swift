import OpenCaptureMediaSamples

/// Which of a camera's formats answers a wish best: a decision without any camera.
///
/// Formats that are decoded by nobody are not asked for; among those of one size and rate, pixels go before compressed
/// pictures, and pixels with a plane of luma before others, because nothing has to be computed for detectors.
public struct FormatSelection: Sendable, Hashable {
  /// What counts most.
  public enum Priority: Sendable, Hashable {
    /// The size; the rate only among formats of that size.
    case size
    /// The rate; among formats that reach it, the size.
    case rate
  }

  /// The size wished for; nil for the largest there is.
  public var dimensions: VideoDimensions?
  /// The rate wished for, in frames per second.
  public var frameRate: Double
  /// What counts most.
  public var priority: Priority
  /// Whether no other size will do.
  public var requiresExactSize: Bool

  /// Makes a wish, such as 1080p at 30.
  ///
  /// - Parameters:
  ///   - dimensions: The size; default the largest.
  ///   - frameRate: Frames per second; default 30.
  ///   - priority: What counts most; default the size.
  ///   - requiresExactSize: Whether no other size will do; default false.
  public init(
    dimensions: VideoDimensions? = nil, frameRate: Double = 30, priority: Priority = .size,
    requiresExactSize: Bool = false
  ) {
    (self.dimensions, self.frameRate) = (dimensions, frameRate)
    (self.priority, self.requiresExactSize) = (priority, requiresExactSize)
  }

  /// A format and the duration of its frames.
  public struct Choice: Sendable, Hashable {
    /// The format.
    public let format: CaptureDevice.Format
    /// How long a frame lasts.
    public let frameDuration: MediaTime
  }

  /// The best of the formats; nil where none will do.
  public func choose(from formats: [CaptureDevice.Format]) -> Choice? {
    let candidates = formats.filter { !requiresExactSize || $0.dimensions == dimensions }
    guard let best = candidates.min(by: { rank($0).lexicographicallyPrecedes(rank($1)) }) else { return nil }
    let wish = MediaTime(seconds: 1 / max(frameRate, 0.001), preferredTimescale: 1_000_000_000)
    return Choice(format: best, frameDuration: best.frameDuration(nearest: wish))
  }

  /// The lower, the better.
  private func rank(_ format: CaptureDevice.Format) -> [Double] {
    // Rates that aren't told are taken for reached; 29.97 is 30.
    let rate = format.videoSupportedFrameRateRanges.isEmpty ? frameRate : format.maxFrameRate
    let missing = rate >= frameRate * 0.99 ? 0 : frameRate - rate
    let size = sizeRank(format.dimensions)
    return (priority == .size ? [size, missing] : [missing, size]) + [format.conversionCost]
  }

  /// Sizes that cover the wish go first, the smallest of them first; then the others, the largest first.
  private func sizeRank(_ size: VideoDimensions) -> Double {
    let area = Double(size.width * size.height)
    guard let wish = dimensions else { return -area }
    let wished = Double(wish.width * wish.height)
    let covers = size.width >= wish.width && size.height >= wish.height
    if priority == .rate { return area <= wished ? wished - area : area * 2 }
    return covers ? area - wished : 1e12 - area
  }
}

extension CaptureDevice.Format {
  /// What detectors and users pay for this format, from the least.
  fileprivate var conversionCost: Double {
    guard let pixelFormat = formatDescription.pixelFormat else { return formatDescription.codec == .jpeg ? 20 : 30 }
    return switch pixelFormat {
    case .nv12, .nv12FullRange: 0
    case .i420, .i420FullRange, .nv21: 1
    case .yuyv, .yuyvFullRange, .uyvy: 2
    case .i422: 3
    case .bgra, .rgba: 4
    case .bgr24, .rgb24: 5
    // Colours are lost.
    case .grey: 40
    default: 50
    }
  }
}
