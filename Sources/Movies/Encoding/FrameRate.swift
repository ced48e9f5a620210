import COpenCaptureFFmpeg

/// A number of frames a second as a fraction.
struct FrameRate: Sendable, Hashable {
  let numerator: Int32
  let denominator: Int32

  /// The fraction that is meant: television's rates are thousandths below whole numbers, 30000/1001 for instance.
  init(_ rate: Double) {
    let whole = (rate * 1.001).rounded()
    if whole > 0, abs(rate - rate.rounded()) > 1e-6, abs(whole / 1.001 - rate) < 0.002 {
      (numerator, denominator) = (Int32(whole) * 1000, 1001)
    } else if rate == rate.rounded() {
      (numerator, denominator) = (Int32(rate), 1)
    } else {
      (numerator, denominator) = (Int32(max(1, (rate * 1000).rounded())), 1000)
    }
  }

  /// For the bridge.
  var ratio: cffmpeg_ratio { cffmpeg_ratio(numerator: numerator, denominator: denominator) }

  /// How long a frame lasts.
  var tick: cffmpeg_ratio { cffmpeg_ratio(numerator: denominator, denominator: numerator) }
}
