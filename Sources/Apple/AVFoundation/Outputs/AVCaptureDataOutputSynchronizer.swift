import CoreMedia
public import Dispatch
import OpenCaptureSession

/// A delegate that receives synchronized data of several outputs.
public protocol AVCaptureDataOutputSynchronizerDelegate: AnyObject {
  /// Called with the data of one moment, on the delegate's queue.
  func dataOutputSynchronizer(
    _ synchronizer: AVCaptureDataOutputSynchronizer,
    didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection)
}

/// A synchronizer that delivers frames, sound and metadata of one moment in a single call.
///
/// It replaces the delegates of the outputs. If only one output has data for a moment, that data is delivered
/// alone. The synchronizer waits for a slow detector until two more frames have arrived.
public final class AVCaptureDataOutputSynchronizer: Sendable {
  private struct State: Lockable {
    var join: SynchronizedDataMatcher<AVCaptureSynchronizedData>
    weak var delegate: (any AVCaptureDataOutputSynchronizerDelegate)?
    var queue: DispatchQueue?
  }

  /// The outputs; the first determines the rate.
  public let dataOutputs: [any AVCaptureOutput]

  private let state: Locked<State>
  private let queue = DispatchQueue(label: "capture.data-output-synchronizer")

  /// Creates a synchronizer of video, audio and metadata outputs of one session.
  public init(dataOutputs: [any AVCaptureOutput]) {
    self.dataOutputs = dataOutputs
    state = Locked(State(join: SynchronizedDataMatcher(outputCount: dataOutputs.count)))
    attach(on: queue)
  }

  /// Becomes the delegate of all outputs on one queue.
  ///
  /// This is the queue of the synchronizer's delegate, so that no call waits for another queue.
  private func attach(on queue: DispatchQueue) {
    for output in dataOutputs {
      switch output {
      case let video as CaptureVideoDataOutput: video.setSampleBufferDelegate(self, queue: queue)
      case let audio as CaptureAudioDataOutput: audio.setSampleBufferDelegate(self, queue: queue)
      case let metadata as CaptureMetadataOutput: metadata.setMetadataObjectsDelegate(self, queue: queue)
      default:
        MisuseReporter.report("AVCaptureDataOutputSynchronizer(dataOutputs:): \(output.name) delivers no data")
      }
    }
  }

  /// Sets the delegate, which is held weakly.
  ///
  /// - Parameters:
  ///   - delegate: The delegate; nil for none.
  ///   - delegateCallbackQueue: The serial queue of the delegate; nil for a queue of the synchronizer.
  public func setDelegate(
    _ delegate: (any AVCaptureDataOutputSynchronizerDelegate)?, queue delegateCallbackQueue: DispatchQueue?
  ) {
    state.withLock {
      $0.delegate = delegate
      $0.queue = delegateCallbackQueue
    }
    attach(on: delegateCallbackQueue ?? queue)
  }

  /// The delegate; nil if none is set.
  public var delegate: (any AVCaptureDataOutputSynchronizerDelegate)? { state.withLock { $0.delegate } }

  /// The queue of the delegate; nil for a queue of the synchronizer.
  public var delegateCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Handles the data of an output for a moment; nil if the output has none.
  private func take(_ data: AVCaptureSynchronizedData?, from output: any AVCaptureOutput, at time: CMTime) {
    guard let index = dataOutputs.firstIndex(of: output) else { return }
    let (moments, delegate) = state.withLock { state in
      (state.join.take(data, from: index, at: time), state.delegate)
    }
    guard let delegate else { return }
    for moment in moments {
      let members = zip(dataOutputs, moment).compactMap { output, data in data.map { (output, $0) } }
      delegate.dataOutputSynchronizer(self, didOutput: AVCaptureSynchronizedDataCollection(members))
    }
  }
}

extension AVCaptureDataOutputSynchronizer: CaptureVideoDataOutputSampleBufferDelegate,
  CaptureAudioDataOutputSampleBufferDelegate
{
  /// Handles a sample of an output.
  public func captureOutput(
    _ output: any AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let data = AVCaptureSynchronizedSampleBufferData(sampleBuffer, wasDropped: false)
    take(data, from: output, at: data.timestamp)
  }

  /// Handles a dropped sample of an output.
  public func captureOutput(
    _ output: any AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let why = CMGetAttachment(
      sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
    let reason: AVCaptureOutput.DataDroppedReason =
      switch (why as? String).flatMap(DroppedFrame.Reason.init) {
      case .late?: .lateData
      case .outOfBuffers?: .outOfBuffers
      case .discontinuity?: .discontinuity
      case nil: .none
      }
    let data = AVCaptureSynchronizedSampleBufferData(sampleBuffer, wasDropped: true, for: reason)
    take(data, from: output, at: data.timestamp)
  }
}

extension AVCaptureDataOutputSynchronizer: CaptureMetadataOutputReportsDelegate {
  /// Does nothing; see `metadataOutput(_:didReport:)`.
  public func metadataOutput(
    _ output: CaptureMetadataOutput, didOutput metadataObjects: [any AVMetadataObject],
    from connection: AVCaptureConnection
  ) {}

  package func metadataOutput(
    _ output: CaptureMetadataOutput, didReport detections: CaptureMetadataOutput.Detections
  ) {
    let data = AVCaptureSynchronizedMetadataObjectData(detections.objects, timestamp: detections.time)
    take(detections.objects.isEmpty ? nil : data, from: output, at: detections.time)
  }
}
