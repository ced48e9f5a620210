import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// Media on its way from a source.
public protocol CaptureStream: AnyObject, Sendable {
  /// What the source granted.
  var configuration: CaptureStreamConfiguration { get }

  /// What the source did so far. Default nothing is known.
  var statistics: CaptureStreamStatistics { get }

  /// Ends the stream; once this has returned, the sink is not called again, unless it is the sink that calls this.
  ///
  /// From any thread, and more than once.
  func stop()
}

extension CaptureStream {
  /// Nothing is known.
  public var statistics: CaptureStreamStatistics { CaptureStreamStatistics() }
}

/// What a source did while it streamed.
public struct CaptureStreamStatistics: Lockable, Sendable, Hashable {
  /// Frames that it sent.
  public var frameCount = 0
  /// Frames that it had to copy, because consumers held too many of its buffers.
  public var copiedCount = 0
  /// Frames that it marked as damaged.
  public var damagedCount = 0

  /// Nothing yet.
  public init() {}
}
