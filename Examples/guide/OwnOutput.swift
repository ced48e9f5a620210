import Dispatch
import OpenCapture

/// An output that reports the mean brightness of each picture, 0 to 255.
///
/// The receiver manages waiting and dropped samples.
final class LightMeter: CaptureOutput {
  let link = CaptureOutputLink()
  let receivers: [any SampleReceiver]

  /// Makes a light meter.
  ///
  /// - Parameter body: Called for each picture in order, on the meter's queue; called with nil after the last picture.
  init(_ body: @escaping @Sendable (Double?) -> Void) {
    let queue = DispatchQueue(label: "light meter")
    receivers = [
      SampleDelivery(on: queue, capacity: .bounded(4)) { delivery, event in
        switch event {
        case .sample(let sample, _):
          guard let luma = try? sample.luma() else { return delivery.countUndecodable() }
          body(Self.mean(luma))
        case .dropped: break
        case .ended: body(nil)
        }
      }
    ]
  }

  private static func mean(_ luma: PixelBuffer) -> Double {
    let plane = luma.planes[0]
    let sum = luma.withUnsafePlane(0) { pixels in
      (0..<plane.height).reduce(0) { sum, row in
        let start = row * plane.bytesPerRow
        return pixels[start..<start + plane.width].reduce(sum) { $0 + Int($1) }
      }
    }
    return Double(sum) / Double(plane.width * plane.height)
  }
}
