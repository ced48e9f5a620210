public import OpenCaptureFlow
public import OpenCaptureMediaSamples

// Which of a camera's formats answers a wish best: a decision without any camera.

extension FormatSelection {
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
    let wish = MediaTime(seconds: 1 / max(usualFrameRate ?? frameRate, 0.001), preferredTimescale: 1_000_000_000)
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
    return Double(pixelFormat.captureCost)
  }
}
