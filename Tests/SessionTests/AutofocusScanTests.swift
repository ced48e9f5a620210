@testable import OpenCaptureSession
import OpenCaptureMediaSamples
import Testing

@Suite("AutofocusScan")
struct AutofocusScanTests {
  private func lens(_ maximum: Int64, step: Int64) -> CaptureControl {
    CaptureControl(.lensPosition, minimum: 0, maximum: maximum, step: step, defaultValue: 0)
  }

  /// Scans a lens whose image is sharpest at `peak`.
  private func scan(_ control: CaptureControl, peak: Double) -> (found: Int64, visits: Int) {
    scan(control, from: -1) { position in Self.curve(position, peak) }
  }

  private static func curve(_ position: Double, _ peak: Double) -> Double { 30 / (1 + abs(position - peak) / 20) }

  /// Scans a lens whose image has the sharpness returned by a closure for each position.
  private func scan(
    _ control: CaptureControl, from former: Int64, _ sharpness: (Double) -> Double
  ) -> (found: Int64, visits: Int) {
    var scan = AutofocusScan(control, from: former)
    var position = scan.start
    var visits = 0
    while visits < 100 {
      visits += 1
      #expect(control.accepts(position))
      switch scan.measured(sharpness(Double(position))) {
      case .move(let next): position = next
      case .done(let best): return (best, visits)
      case .moved: return (-1, visits)
      }
    }
    return (-1, visits)
  }

  @Test(
    "A scan finds the peak anywhere in the range in about twenty stops", arguments: [0, 3, 60, 118, 120, 249, 250])
  func peaks(peak: Int) {
    let result = scan(lens(250, step: 5), peak: Double(peak))
    #expect(abs(result.found - Int64(peak)) <= 5)
    #expect(result.visits <= 21)
  }

  @Test("Without a peak, the lens returns to its former position after the first pass")
  func noPeak() {
    let control = lens(250, step: 5)
    // The gray wall of the synthetic camera with light from outside the region.
    let wall = [1.07, 1.11, 0.64, 0.48, 0.83, 0.59, 0.58, 0.48, 0.54, 0.44, 0.50]
    let noise = [20.1, 20.9, 20.4, 20.8, 20.2, 20.6, 20.9, 20.3, 20.7, 20.8, 20.2]
    // Light from outside the region that increases when the image is out of focus.
    let valley = [3.1, 2.4, 1.9, 1.2, 0.7, 0.6, 0.6, 0.9, 1.5, 1.9, 2.3]
    for curve in [wall, noise, valley, Array(repeating: 0, count: 11)] {
      let result = scan(control, from: 118) { curve[Int($0) / 25] }
      #expect(result.found == 120 && result.visits == AutofocusScan.coarseCount)
    }
  }

  @Test("A faint subject in noise has a peak")
  func faintPeak() {
    let result = scan(lens(250, step: 5), from: 0) { position in
      10 + 2 / (1 + abs(position - 180) / 20) + (Int(position) / 5 % 2 == 0 ? 0.1 : 0)
    }
    #expect(abs(result.found - 180) <= 10)
  }

  @Test("A subject that disappears during the scan is detected", arguments: 5...19)
  func absences(after last: Int) {
    var scan = AutofocusScan(lens(250, step: 5), from: 0)
    var position = scan.start
    var visits = 0
    while visits < 100 {
      // The peak is at the sixth stop.
      let isAway = visits > last
      visits += 1
      switch scan.measured(isAway ? 0 : Self.curve(Double(position), 125)) {
      case .move(let next): position = next
      case .moved: return
      case .done(let best):
        Issue.record("the scan ended at \(best)")
        return
      }
    }
  }

  @Test("A lens with few positions can be scanned")
  func coarse() {
    #expect(scan(lens(3, step: 1), peak: 2).found == 2)
    #expect(scan(lens(0, step: 1), peak: 2).found == 0)
  }

  @Test("A lens with many positions is focused within one percent of its range")
  func fine() { #expect(abs(scan(lens(1023, step: 1), peak: 700).found - 700) <= 11) }
}

@Suite("Zoom ramp")
struct ZoomRampTests {
  @Test("The factor doubles at the given rate and ends at the goal")
  func doubling() {
    var ramp = ZoomRamp(from: 1, to: 4, rate: 2)
    let factors = [0, 1, 2, 3, 4, 9].map { ramp.factor(at: MediaTime(value: Int64(10 + $0), timescale: 4)) }
    #expect(factors[0] == 1)
    #expect(abs(factors[2] - 2) < 1e-9)
    #expect(factors[4] == 4 && factors[5] == 4)
  }

  @Test("A ramp can zoom out")
  func back() {
    var ramp = ZoomRamp(from: 4, to: 1, rate: 1)
    _ = ramp.factor(at: .zero)
    #expect(abs(ramp.factor(at: MediaTime(value: 1, timescale: 1)) - 2) < 1e-9)
    #expect(ramp.factor(at: MediaTime(value: 9, timescale: 1)) == 1)
  }
}

@Suite("CaptureControl")
struct CaptureControlTests {
  private let focus = CaptureControl(.lensPosition, minimum: 0, maximum: 253, step: 5, defaultValue: 0)

  @Test(
    "The nearest value is valid for any number",
    arguments: [-1e300, -3, 0, 2.4, 2.6, 251, 252.9, 1e300, .nan])
  func nearest(number: Double) { #expect(focus.accepts(focus.nearest(to: number))) }

  @Test("Fractions cover the range from the smallest to the largest value")
  func fractions() {
    #expect(focus.value(atFraction: 0) == 0)
    #expect(focus.value(atFraction: 1) == 250)
    #expect(focus.fraction(of: 253) == 1)
  }

  @Test("A range of all 64-bit values does not overflow", arguments: [Int64.min, -1, 0, .max])
  func wide(value: Int64) {
    let control = CaptureControl("integer_64_bits", minimum: .min, maximum: .max, defaultValue: 0)
    #expect(control.accepts(value))
    #expect(control.accepts(control.nearest(to: Double(value))))
  }

  @Test("A scale divides values into quantities, and a fraction covers the range")
  func quantities() {
    let time = CaptureControl(
      .exposureDuration, unit: .seconds, scale: 10_000, minimum: 1, maximum: 5000, defaultValue: 156)
    #expect(time.quantity(of: 156) == 0.0156 && time.quantities == 0.0001...0.5)
    #expect(time.value(forQuantity: 0.02) == 200 && time.value(forQuantity: 9) == 5000)
    let lens = CaptureControl(.lensPosition, unit: .fraction, minimum: 50, maximum: 250, step: 5, defaultValue: 50)
    #expect(lens.quantity(of: 100) == 0.25 && lens.quantities == 0...1)
    #expect(lens.value(forQuantity: 0.26) == 100)
    let menu = CaptureControl(
      .iso, kind: .menu([0: "100000", 1: "200000"]), scale: 1000, minimum: 0, maximum: 1, defaultValue: 0)
    #expect(menu.quantity(of: 1) == 200 && menu.value(forQuantity: 120) == 0)
  }

  @Test("The values of a numeric menu have the numbers in their names as quantities")
  func numbers() {
    let bias = CaptureControl(
      .exposureBias, kind: .menu([0: "-1000", 1: "0", 2: "1500"]), minimum: 0, maximum: 2, defaultValue: 1)
    #expect(bias.quantity(of: 2) == 1500)
    #expect(bias.value(forQuantity: -600) == 0)
    #expect(bias.quantities == -1000...1500)
    #expect(focus.quantity(of: 5) == 5 && focus.quantities == 0...253)
  }

  @Test("A menu accepts only values with a name")
  func menu() {
    let control = CaptureControl(
      .exposureMode, kind: .menu([1: "Manual", 3: "Auto"]), minimum: 0, maximum: 3, defaultValue: 3)
    #expect([0, 1, 2, 3].filter { control.accepts($0) } == [1, 3])
  }
}
