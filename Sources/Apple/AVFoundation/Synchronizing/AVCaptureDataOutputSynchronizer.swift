public import Dispatch
import CoreMedia
import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem

/// Takes what several outputs have of a moment.
public protocol AVCaptureDataOutputSynchronizerDelegate: AnyObject {
  /// Takes what there is of a moment, on the queue that was given with the delegate.
  func dataOutputSynchronizer(
    _ synchronizer: AVCaptureDataOutputSynchronizer,
    didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection)
}

/// Delivers what several outputs have of a moment in one call: frames, sound, and what was found in frames.
///
/// It takes the place of the outputs' delegates. What an output has of a moment at which the others have nothing comes
/// alone. An output whose detectors don't look at a frame, because they are slow, is waited for until two more frames came.
public final class AVCaptureDataOutputSynchronizer: Sendable {
  private struct State: Lockable {
    var join: DataJoin<AVCaptureSynchronizedData>
    var delegate: WeakDelegate?
    var queue: DispatchQueue?
  }

  /// Unchecked: the delegate is called on its queue alone.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any AVCaptureDataOutputSynchronizerDelegate)?
  }

  /// The outputs, the first of which leads.
  public let dataOutputs: [any AVCaptureOutput]

  private let state: Locked<State>
  private let queue = DispatchQueue(label: "capture.data-output-synchronizer")

  /// Makes one for outputs of one session: video, audio and metadata outputs.
  public init(dataOutputs: [any AVCaptureOutput]) {
    self.dataOutputs = dataOutputs
    state = Locked(State(join: DataJoin(outputCount: dataOutputs.count)))
    take(on: queue)
  }

  /// Has the outputs deliver on the queue on which the delegate is called, so that nobody waits for another queue.
  private func take(on queue: DispatchQueue) {
    for output in dataOutputs {
      switch output {
      case let video as CaptureVideoDataOutput: video.setSampleBufferDelegate(self, queue: queue)
      case let audio as CaptureAudioDataOutput: audio.setSampleBufferDelegate(self, queue: queue)
      case let metadata as CaptureMetadataOutput: metadata.setMetadataObjectsDelegate(self, queue: queue)
      default: Misuse.tell("AVCaptureDataOutputSynchronizer(dataOutputs:): \(output.name) delivers no data")
      }
    }
  }

  /// Delivers to a delegate, held weakly.
  ///
  /// - Parameters:
  ///   - delegate: Nil for none.
  ///   - delegateCallbackQueue: Where it is called: a serial queue. Nil for one of the synchronizer's own.
  public func setDelegate(
    _ delegate: (any AVCaptureDataOutputSynchronizerDelegate)?, queue delegateCallbackQueue: DispatchQueue?
  ) {
    let box = delegate.map { WeakDelegate(delegate: $0) }
    state.withLock { ($0.delegate, $0.queue) = (box, delegateCallbackQueue) }
    take(on: delegateCallbackQueue ?? queue)
  }

  /// The delegate; nil where there is none.
  public var delegate: (any AVCaptureDataOutputSynchronizerDelegate)? { state.withLock { $0.delegate }?.delegate }

  /// The queue on which the delegate is called; nil for one of the synchronizer's own.
  public var delegateCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Takes what an output has of a moment, or that it has nothing.
  private func take(_ data: AVCaptureSynchronizedData?, from output: any AVCaptureOutput, at time: CMTime) {
    guard let index = dataOutputs.firstIndex(of: output) else { return }
    let (moments, box) = state.withLock { state in
      (state.join.take(data, from: index, at: time), state.delegate)
    }
    guard let box else { return }
    for moment in moments {
      let members = zip(dataOutputs, moment).compactMap { output, data in data.map { (output, $0) } }
      let collection = AVCaptureSynchronizedDataCollection(members)
      box.delegate?.dataOutputSynchronizer(self, didOutput: collection)
    }
  }
}

extension AVCaptureDataOutputSynchronizer: CaptureVideoDataOutputSampleBufferDelegate,
  CaptureAudioDataOutputSampleBufferDelegate
{
  /// Takes a sample of one of the outputs.
  public func captureOutput(
    _ output: any AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let data = AVCaptureSynchronizedSampleBufferData(sampleBuffer, wasDropped: false)
    take(data, from: output, at: data.timestamp)
  }

  /// Takes note of a sample that one of the outputs dropped.
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
  /// Does nothing: what was found comes with its time, see `metadataOutput(_:didReport:)`.
  public func metadataOutput(
    _ output: CaptureMetadataOutput, didOutput metadataObjects: [any AVMetadataObject],
    from connection: AVCaptureConnection
  ) {}

  package func metadataOutput(_ output: CaptureMetadataOutput, didReport finds: CaptureMetadataOutput.Finds) {
    let data = AVCaptureSynchronizedMetadataObjectData(finds.objects, timestamp: finds.time)
    take(finds.objects.isEmpty ? nil : data, from: output, at: finds.time)
  }
}
