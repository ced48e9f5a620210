public import OpenCaptureMediaSamples

/// What is wished for of a source that has several formats.
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
  /// The rate that a format should reach, in frames per second.
  public var frameRate: Double
  /// The rate that is asked for once a format is chosen; nil for ``frameRate``.
  public var usualFrameRate: Double?
  /// What counts most.
  public var priority: Priority
  /// Whether no other size will do.
  public var requiresExactSize: Bool

  /// Makes a wish, such as 1080p at 30.
  ///
  /// - Parameters:
  ///   - dimensions: The size; default the largest.
  ///   - frameRate: Frames per second that a format should reach; default 30.
  ///   - usualFrameRate: Frames per second that are asked for once a format is chosen; default `frameRate`.
  ///   - priority: What counts most; default the size.
  ///   - requiresExactSize: Whether no other size will do; default false.
  public init(
    dimensions: VideoDimensions? = nil, frameRate: Double = 30, usualFrameRate: Double? = nil,
    priority: Priority = .size, requiresExactSize: Bool = false
  ) {
    (self.dimensions, self.frameRate, self.usualFrameRate) = (dimensions, frameRate, usualFrameRate)
    (self.priority, self.requiresExactSize) = (priority, requiresExactSize)
  }
}
