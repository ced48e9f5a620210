import Dispatch
import OpenCapture

/// A session output that delivers the newest frames on a separate queue.
final class ServedFrames: CaptureOutput {
  let link = CaptureOutputLink()
  let receivers: [any SampleReceiver]
  private let delivery: SampleDelivery

  /// Makes an output.
  ///
  /// - Parameter show: Receives frames, one at a time.
  init(_ show: @escaping @Sendable (SampleBuffer) -> Void) {
    delivery = SampleDelivery(on: DispatchQueue(label: "served frames", qos: .userInteractive)) { _, event in
      if case .sample(let sample, _) = event { show(sample) }
    }
    receivers = [delivery]
  }

  /// The numbers of delivered and dropped frames so far.
  var statistics: CaptureOutputStatistics { delivery.statistics }
}
