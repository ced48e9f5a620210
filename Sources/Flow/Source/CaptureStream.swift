public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A running stream of media from a source.
public protocol CaptureStream: AnyObject, Sendable {
  /// The actual configuration.
  var configuration: CaptureStreamConfiguration { get }

  /// The statistics of the source. The default has all counts zero.
  var statistics: CaptureStreamStatistics { get }

  /// Stops the stream.
  ///
  /// After the return, the sink is not called again, unless the sink itself calls this. Any thread may call this,
  /// any number of times.
  func stop()
}

extension CaptureStream {
  /// The default: all counts zero.
  public var statistics: CaptureStreamStatistics { CaptureStreamStatistics() }
}

/// The frame counts of a source.
public struct CaptureStreamStatistics: Lockable, Sendable, Hashable {
  /// The number of frames sent.
  public var frameCount = 0
  /// The number of frames that the source copied because consumers held too many of its buffers.
  public var copiedCount = 0
  /// The number of frames marked as damaged.
  public var damagedCount = 0

  /// Creates statistics with all counts zero.
  public init() {}
}

/// A receiver of the media of a source.
///
/// The source calls it on its own threads, with one call at a time for each port.
public protocol CaptureStreamSink: AnyObject, Sendable {
  /// Returns whether a port has a receiver. The source need not produce samples for other ports. The default is
  /// true.
  func accepts(_ port: CaptureInputPort) -> Bool

  /// Receives a sample. Blocks a source that can wait until space is free.
  func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort)

  /// Receives a report of frames lost by the source.
  func receive(_ dropped: DroppedFrame, through port: CaptureInputPort)

  /// Receives a report of a stall. Called once for each stall.
  func receive(_ stall: CaptureStall, through port: CaptureInputPort)

  /// Handles a failure of the stream. No calls follow.
  func end(_ error: CaptureError)

  /// Handles the end of one port while others continue. Waits until its samples have been processed. Does nothing
  /// by default.
  func finish(through port: CaptureInputPort)

  /// Handles the end of the stream, such as the end of a file. Waits until all samples have been processed. No
  /// calls follow.
  func finish()
}

extension CaptureStreamSink {
  /// Returns true.
  public func accepts(_ port: CaptureInputPort) -> Bool { true }
  /// Does nothing.
  public func finish(through port: CaptureInputPort) {}
}

/// A requested or actual stream configuration.
public struct CaptureStreamConfiguration: Sendable, Hashable, CustomStringConvertible {
  /// The format: pixel format or codec and size for video; sample rate and channels for audio.
  public var formatDescription: FormatDescription
  /// The driver's code of the format, such as V4L2's `YU12`; nil if any will do.
  ///
  /// It distinguishes formats with equal descriptions.
  public var driverCode: FourCharCode?
  /// The duration of a frame; `MediaTime.invalid` lets the source choose.
  public var frameDuration: MediaTime

  /// Creates a configuration.
  public init(
    formatDescription: FormatDescription, driverCode: FourCharCode? = nil, frameDuration: MediaTime = .invalid
  ) {
    self.formatDescription = formatDescription
    self.driverCode = driverCode
    self.frameDuration = frameDuration
  }

  /// The configuration as text, such as `YUYV 640×480 at 30 fps`.
  public var description: String {
    let format = driverCode.map { "\($0) \(formatDescription.videoDimensions)" } ?? "\(formatDescription)"
    guard frameDuration.isNumeric, frameDuration > .zero else { return format }
    return "\(format) at \((1 / frameDuration.seconds).shortDescription) fps"
  }
}

extension Double {
  /// The number as text, with at most two digits after the decimal point.
  package var shortDescription: String {
    let hundredths = (self * 100).rounded() / 100
    return hundredths == hundredths.rounded() && abs(hundredths) < 1e15 ? "\(Int(hundredths))" : "\(hundredths)"
  }
}
