public import OpenCaptureFlow
import OpenCaptureSystem
public import Dispatch
public import OpenCaptureMediaSamples

/// Takes the frames of a ``CaptureVideoDataOutput`` (`AVCaptureVideoDataOutputSampleBufferDelegate`).
///
/// Called on the queue that was given with it, one call at a time.
public protocol CaptureVideoDataOutputSampleBufferDelegate: AnyObject {
  /// Takes a frame. While this works, newer frames wait or are dropped.
  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection)

  /// Takes note of a frame that was dropped. Optional.
  ///
  /// The sample buffer has no picture. Why, its attachment `droppedFrameReason` says; how many it stands for,
  /// `droppedFrameCount`.
  func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection)
}

extension CaptureVideoDataOutputSampleBufferDelegate {
  /// Does nothing.
  public func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {}
}

/// Delivers frames as they come from the camera (`AVCaptureVideoDataOutput`): to a delegate on a serial queue, or to a
/// `for try await`.
public final class CaptureVideoDataOutput: CaptureOutput {
  /// What the session keeps about the output.
  public let link = CaptureOutputLink()

  private struct State: Lockable {
    var settings = VideoSettings()
    var discardsLateFrames = true
    var delegate: WeakDelegate?
    var queue: DispatchQueue?
    var delivery: SampleDelivery? { didSet { updateReceivers() } }
    var subscriptions: [WeakSubscription] = [] { didSet { updateReceivers() } }
    /// Both, kept so that a frame allocates nothing.
    private(set) var receivers: [any SampleReceiver] = []
    /// What consumers did that are no more.
    var past = CaptureOutputStatistics()

    private mutating func updateReceivers() {
      receivers = [delivery].compactMap(\.self) + subscriptions as [any SampleReceiver]
    }
  }

  /// Unchecked: the delegate is called on its queue alone.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CaptureVideoDataOutputSampleBufferDelegate)?
  }

  private let state = Locked(State())

  /// How many frames wait at most where late ones aren't discarded.
  public static let waitingFrameLimit = 8

  /// Makes an output without a consumer.
  public init() {}

  /// What pixels are delivered; default those of the camera, compressed pictures decoded to I420, none of them turned:
  /// the orientation goes along with the frame.
  ///
  /// Where a format or size is asked for, frames are turned and mirrored as the connection says, and then upright.
  public var videoSettings: VideoSettings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// The formats that can be asked for.
  public var availableVideoPixelFormatTypes: [PixelFormat] { PixelFormat.conversionTargets }

  /// Whether a frame that waits for the consumer is dropped when a newer one comes; default true.
  ///
  /// Without it, ``waitingFrameLimit`` frames wait. Then a camera's next ones are dropped, and a file waits.
  public var alwaysDiscardsLateVideoFrames: Bool {
    get { state.withLock { $0.discardsLateFrames } }
    set {
      let (delegate, queue) = state.withLock { state in
        state.discardsLateFrames = newValue
        return (state.delegate, state.queue)
      }
      if let queue { setSampleBufferDelegate(delegate?.delegate, queue: queue) }
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
    let queue = queue ?? DispatchQueue(label: "capture.video-data-output")
    let box = WeakDelegate(delegate: delegate)
    let delivery = delegate == nil ? nil : makeDelivery(to: box, on: queue)
    let old = state.withLock { state in
      (state.delegate, state.queue) = (box, queue)
      let old = state.delivery
      state.delivery = delivery
      if let old { state.past.add(old.statistics) }
      return old
    }
    old?.close()
  }

  /// The delegate; nil where there is none.
  public var sampleBufferDelegate: (any CaptureVideoDataOutputSampleBufferDelegate)? {
    state.withLock { $0.delegate }?.delegate
  }

  /// The queue on which the delegate is called; nil where there is none.
  public var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// The frames for one `for try await` loop, from now on.
  public var sampleBuffers: CaptureSampleBuffers {
    let subscription = SampleSubscription(capacity: capacity) { [weak self] in
      self?.videoSettings ?? VideoSettings()
    } onEnd: { [weak self] statistics in
      self?.state.withLock { $0.past.add(statistics) }
    }
    state.withLock { state in
      state.subscriptions.removeAll { $0.subscription == nil }
      state.subscriptions.append(WeakSubscription(subscription))
    }
    return CaptureSampleBuffers(subscription)
  }

  /// The delegate's, and one for each loop.
  public var receivers: [any SampleReceiver] { state.withLock { $0.receivers } }

  /// What was delivered and dropped so far, by reason; of several consumers together.
  public var statistics: CaptureOutputStatistics {
    let (past, delivery, subscriptions) = state.withLock { ($0.past, $0.delivery, $0.subscriptions) }
    var sum = past
    if let delivery { sum.add(delivery.statistics) }
    for subscription in subscriptions { if let live = subscription.subscription { sum.add(live.statistics) } }
    return sum
  }

  /// Waits until nothing waits for the delegate, nor is with it; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool {
    state.withLock { $0.delivery }?.waitUntilIdle(until: deadline) ?? true
  }

  private var capacity: SampleCapacity {
    alwaysDiscardsLateVideoFrames ? .newest : .bounded(Self.waitingFrameLimit)
  }

  private func makeDelivery(to box: WeakDelegate, on queue: DispatchQueue) -> SampleDelivery {
    let converter = Locked(SampleConverter())
    return SampleDelivery(on: queue, capacity: capacity, reportsDrops: true) { [weak self] delivery, event in
      guard let self, let delegate = box.delegate else { return }
      switch event {
      case .dropped(let frame, let connection):
        delegate.captureOutput(self, didDrop: frame.sampleBuffer, from: connection)
      case .ended: break
      case .sample(let sample, let connection):
        let settings = videoSettings
        if settings.areMet(by: sample) { return delegate.captureOutput(self, didOutput: sample, from: connection) }
        do {
          let converted = try converter.withLock { try $0.convert(sample, to: settings) }
          delegate.captureOutput(self, didOutput: converted, from: connection)
        } catch let error as MediaError where error.code == .poolExhausted {
          let dropped = DroppedFrame(.outOfBuffers, sample)
          delivery.noteDropped(dropped)
          delegate.captureOutput(self, didDrop: dropped.sampleBuffer, from: connection)
        } catch {
          delivery.noteUndecodable()
        }
      }
    }
  }
}
