import Dispatch
import OpenCapture
import OpenCaptureSystem

/// The end of a camera's connection where frames are shown: the newest each, on a queue of its own.
final class ServedFrames: CaptureOutput {
  let link = CaptureOutputLink()
  let receivers: [any SampleReceiver]
  private let delivery: SampleDelivery

  /// Makes one.
  ///
  /// - Parameter show: Takes a frame, one at a time.
  init(_ show: @escaping @Sendable (SampleBuffer) -> Void) {
    delivery = SampleDelivery(on: DispatchQueue(label: "served frames", qos: .userInteractive)) { _, event in
      if case .sample(let sample, _) = event { show(sample) }
    }
    receivers = [delivery]
  }

  /// What was delivered and dropped so far.
  var statistics: CaptureOutputStatistics { delivery.statistics }
}
