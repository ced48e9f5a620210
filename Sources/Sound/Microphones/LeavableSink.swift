import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// Hands on what a driver's thread sends, until nobody wants to hear of that thread any more.
final class LeavableSink: CaptureDeviceSink {
  private struct State: Lockable {
    var sink: (any CaptureDeviceSink)?
  }

  private let state: Locked<State>

  init(_ sink: any CaptureDeviceSink) { state = Locked(State(sink: sink)) }

  /// Lets go of the sink, and gives it; what comes from then on gets nowhere.
  @discardableResult func leave() -> (any CaptureDeviceSink)? { state.withLock { $0.sink.take() } }

  private var sink: (any CaptureDeviceSink)? { state.withLock { $0.sink } }

  func receive(_ sampleBuffer: SampleBuffer) { sink?.receive(sampleBuffer) }
  func receive(_ dropped: DroppedFrame) { sink?.receive(dropped) }
  func receive(_ change: CaptureControlChange) { sink?.receive(change) }
  func receive(_ stall: CaptureStall) { sink?.receive(stall) }
  func end(_ error: CaptureError) { sink?.end(error) }
}
