public import OpenCaptureMediaSamples

/// The preferred format of a source that offers several.
///
/// Formats that cannot be decoded are excluded. At equal size and rate, uncompressed formats precede compressed
/// ones. Among uncompressed formats, those with a luma plane come first, because detectors use that plane directly.
public struct FormatSelection: Sendable, Hashable {
  /// The criterion that decides first.
  public enum Priority: Sendable, Hashable {
    /// The size first; then the rate among formats of that size.
    case size
    /// The rate first; then the size among formats that reach it.
    case rate
  }

  /// The preferred size in pixels; nil for the largest.
  public var dimensions: VideoDimensions?
  /// The rate that a format should reach, in frames per second.
  public var frameRate: Double
  /// The rate to request from the chosen format, in frames per second; nil for ``frameRate``.
  public var requestedFrameRate: Double?
  /// The criterion that decides first.
  public var priority: Priority
  /// Whether other sizes are rejected.
  public var requiresExactSize: Bool

  /// Creates a selection, such as 1080p at 30 frames per second.
  ///
  /// - Parameters:
  ///   - dimensions: The size in pixels. The default is the largest.
  ///   - frameRate: The rate that a format should reach, in frames per second. The default is 30.
  ///   - requestedFrameRate: The rate to request from the chosen format, in frames per second. The default is
  ///     `frameRate`.
  ///   - priority: The criterion that decides first. The default is the size.
  ///   - requiresExactSize: Whether other sizes are rejected. The default is false.
  public init(
    dimensions: VideoDimensions? = nil, frameRate: Double = 30, requestedFrameRate: Double? = nil,
    priority: Priority = .size, requiresExactSize: Bool = false
  ) {
    self.dimensions = dimensions
    self.frameRate = frameRate
    self.requestedFrameRate = requestedFrameRate
    self.priority = priority
    self.requiresExactSize = requiresExactSize
  }
}
