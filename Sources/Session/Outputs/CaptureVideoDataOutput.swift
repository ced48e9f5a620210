public import Dispatch
public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A delegate for the frames of a ``CaptureVideoDataOutput`` (`AVCaptureVideoDataOutputSampleBufferDelegate`).
public protocol CaptureVideoDataOutputSampleBufferDelegate: CaptureSampleBufferDelegate {}

/// An output that delivers frames to a delegate or a `for try await` loop (`AVCaptureVideoDataOutput`).
public final class CaptureVideoDataOutput: CaptureOutput, IdentityHashable {
  /// The session's data about the output.
  public let link = CaptureOutputLink()

  private struct Configuration: Lockable {
    var settings: VideoSettings
    var discardsLateFrames = true
  }

  private let configuration: Locked<Configuration>
  private let consumers: DataOutputConsumers

  /// The largest number of waiting frames if late frames are not discarded.
  public static let waitingFrameLimit = 8

  /// Creates an output without a consumer.
  ///
  /// - Parameter settings: The requested pixel format and size; by default those of the camera.
  public init(settings: VideoSettings = VideoSettings()) {
    let configuration = Locked(Configuration(settings: settings))
    self.configuration = configuration
    consumers = DataOutputConsumers { SampleConverter.conversion { configuration.withLock { $0.settings } } }
  }

  /// The requested pixel format and size.
  ///
  /// By default, frames keep the camera's format. Compressed frames are decoded to I420. Frames are not rotated,
  /// but carry their orientation. If a format, a size or `VideoSettings.rotatesPixels` is requested, frames are
  /// rotated and mirrored as the connection requires, and are then upright.
  public var settings: VideoSettings {
    get { configuration.withLock { $0.settings } }
    set { configuration.withLock { $0.settings = newValue } }
  }

  /// The pixel formats that ``settings`` can request.
  public var availablePixelFormats: [PixelFormat] { PixelFormat.conversionTargets }

  /// Whether a newer frame replaces a frame that waits for the consumer; the default is true.
  ///
  /// If false, up to ``waitingFrameLimit`` frames wait. After that, frames of a camera are dropped, and a file
  /// waits.
  public var alwaysDiscardsLateVideoFrames: Bool {
    get { configuration.withLock { $0.discardsLateFrames } }
    set {
      configuration.withLock { $0.discardsLateFrames = newValue }
      if let queue = sampleBufferCallbackQueue { setDelegate(consumers.delegate, queue: queue) }
    }
  }

  /// Sets the delegate, which the output holds weakly.
  ///
  /// - Parameters:
  ///   - delegate: The delegate; nil for none.
  ///   - queue: The serial queue that calls the delegate; nil for a private queue.
  public func setSampleBufferDelegate(
    _ delegate: (any CaptureVideoDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
  ) {
    setDelegate(delegate, queue: queue ?? DispatchQueue(label: "capture.video-data-output"))
  }

  private func setDelegate(_ delegate: (any CaptureSampleBufferDelegate)?, queue: DispatchQueue) {
    consumers.setDelegate(delegate, of: self, on: queue, capacity: capacity)
  }

  /// The delegate; nil if none.
  public var sampleBufferDelegate: (any CaptureVideoDataOutputSampleBufferDelegate)? {
    consumers.delegate as? any CaptureVideoDataOutputSampleBufferDelegate
  }

  /// The queue that calls the delegate; nil if none.
  public var sampleBufferCallbackQueue: DispatchQueue? { consumers.queue }

  /// A sequence of the frames from now on, for one `for try await` loop.
  public var sampleBuffers: CaptureSampleBuffers { consumers.subscribe(capacity: capacity) }

  /// The receivers: one for the delegate and one for each loop.
  public var receivers: [any SampleReceiver] { consumers.receivers }

  /// The number of delivered and dropped frames, for all consumers together.
  public var statistics: CaptureOutputStatistics { consumers.statistics }

  /// Waits until the delegate is idle; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { consumers.waitUntilIdle(until: deadline) }

  private var capacity: SampleCapacity {
    alwaysDiscardsLateVideoFrames ? .newest : .bounded(Self.waitingFrameLimit)
  }
}

/// The common protocol of the delegates for video and audio, so that one object can be both.
///
/// The queue set with the delegate calls it, one call at a time.
public protocol CaptureSampleBufferDelegate: AnyObject {
  /// Receives a video frame or a buffer of audio. Newer ones wait or are dropped until the method returns.
  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection)

  /// Receives a report of dropped samples. Optional.
  ///
  /// The sample buffer has no image and no audio. Its attachment `droppedFrameReason` holds the reason, and
  /// `droppedFrameCount` the number of samples.
  func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection)
}

extension CaptureSampleBufferDelegate {
  /// Does nothing.
  public func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {}
}
