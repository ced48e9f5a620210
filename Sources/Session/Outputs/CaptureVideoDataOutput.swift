public import OpenCaptureFlow
import OpenCaptureSystem
public import Dispatch
public import OpenCaptureMediaSamples

/// Takes the frames of a ``CaptureVideoDataOutput`` (`AVCaptureVideoDataOutputSampleBufferDelegate`).
public protocol CaptureVideoDataOutputSampleBufferDelegate: CaptureSampleBufferDelegate {}

/// Delivers frames as they come from the camera (`AVCaptureVideoDataOutput`): to a delegate on a serial queue, or to a
/// `for try await`.
public final class CaptureVideoDataOutput: CaptureOutput {
  /// What the session keeps about the output.
  public let link = CaptureOutputLink()

  private struct Wishes: Lockable {
    var settings: VideoSettings
    var discardsLateFrames = true
  }

  private let wishes: Locked<Wishes>
  private let consumers: DataOutputConsumers

  /// How many frames wait at most where late ones aren't discarded.
  public static let waitingFrameLimit = 8

  /// Makes an output without a consumer.
  @_disfavoredOverload public convenience init() { self.init(settings: VideoSettings()) }

  package init(settings: VideoSettings) {
    let wishes = Locked(Wishes(settings: settings))
    self.wishes = wishes
    consumers = DataOutputConsumers {
      SampleConverter.conversion { wishes.withLock { $0.settings } }
    }
  }

  /// What pixels are delivered; default those of the camera, compressed pictures decoded to I420, none of them turned:
  /// the orientation goes along with the frame.
  ///
  /// Where a format or size is asked for, or `VideoSettings.turnsPixels`, frames are turned and mirrored as the connection
  /// says, and then upright.
  @_disfavoredOverload public var videoSettings: VideoSettings {
    get { settings }
    set { settings = newValue }
  }

  package var settings: VideoSettings {
    get { wishes.withLock { $0.settings } }
    set { wishes.withLock { $0.settings = newValue } }
  }

  /// The formats that can be asked for.
  @_disfavoredOverload public var availableVideoPixelFormatTypes: [PixelFormat] { PixelFormat.conversionTargets }

  /// Whether a frame that waits for the consumer is dropped when a newer one comes; default true.
  ///
  /// Without it, ``waitingFrameLimit`` frames wait. Then a camera's next ones are dropped, and a file waits.
  public var alwaysDiscardsLateVideoFrames: Bool {
    get { wishes.withLock { $0.discardsLateFrames } }
    set {
      wishes.withLock { $0.discardsLateFrames = newValue }
      if let queue = sampleBufferCallbackQueue { setDelegate(consumers.delegate, queue: queue) }
    }
  }

  /// Delivers frames to a delegate, held weakly.
  ///
  /// - Parameters:
  ///   - delegate: Nil for none.
  ///   - queue: Where it is called: a serial queue. Nil for one of the output's own.
  public func setSampleBufferDelegate(
    _ delegate: (any CaptureVideoDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
  ) {
    setDelegate(delegate, queue: queue ?? DispatchQueue(label: "capture.video-data-output"))
  }

  private func setDelegate(_ delegate: (any CaptureSampleBufferDelegate)?, queue: DispatchQueue) {
    consumers.setDelegate(delegate, of: self, on: queue, capacity: capacity)
  }

  /// The delegate; nil where there is none.
  public var sampleBufferDelegate: (any CaptureVideoDataOutputSampleBufferDelegate)? {
    consumers.delegate as? any CaptureVideoDataOutputSampleBufferDelegate
  }

  /// The queue on which the delegate is called; nil where there is none.
  public var sampleBufferCallbackQueue: DispatchQueue? { consumers.queue }

  /// The frames for one `for try await` loop, from now on.
  public var sampleBuffers: CaptureSampleBuffers { consumers.subscribe(capacity: capacity) }

  /// The delegate's, and one for each loop.
  public var receivers: [any SampleReceiver] { consumers.receivers }

  /// What was delivered and dropped so far, by reason; of several consumers together.
  public var statistics: CaptureOutputStatistics { consumers.statistics }

  /// Waits until nothing waits for the delegate, nor is with it; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { consumers.waitUntilIdle(until: deadline) }

  private var capacity: SampleCapacity {
    alwaysDiscardsLateVideoFrames ? .newest : .bounded(Self.waitingFrameLimit)
  }
}
