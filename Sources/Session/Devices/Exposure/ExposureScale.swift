import Glibc

/// The values of a camera's exposure controls; nil for a control that the camera lacks.
struct ExposureSetting: Sendable, Hashable {
  /// The value of the control of exposure time.
  var time: Int64?
  /// The value of the sensitivity or gain control.
  var gain: Int64?
}

/// A scale that relates a camera's exposure settings to brightness in EV.
///
/// Brightness is proportional to the exposure time. It is assumed to be proportional to gain if the lowest gain is
/// above 0. Otherwise the range of the gain counts as three stops. The caller measures the real effect and corrects
/// for it.
struct ExposureScale: Sendable, Hashable {
  /// The control of exposure time; nil if it cannot be set.
  let time: CaptureControl?
  /// The control of gain; nil if it cannot be set.
  let gain: CaptureControl?
  /// The longest exposure time that does not reduce the frame rate.
  let longest: Int64

  /// The cost of 1 EV of gain, in EV of error, because gain adds noise.
  private static let gainCost = 0.02

  /// Creates a scale for a frame duration in units of the exposure time; nil if unknown.
  init(time: CaptureControl?, gain: CaptureControl?, frame: Double?) {
    self.time = time
    self.gain = gain
    longest =
      time.map { time in
        let limit = min(max(frame ?? .infinity, Double(time.minimum)), Double(time.range.upperBound))
        let nearest = time.nearest(to: limit)
        return Double(nearest) > limit ? time.nearest(to: Double(nearest) - Double(time.step)) : nearest
      } ?? 0
  }

  /// Returns the brightness of a setting, in EV above one unit of time at the lowest gain.
  func level(of setting: ExposureSetting) -> Double { timeLevel(setting.time) + gainLevel(setting.gain) }

  /// Returns the setting nearest to a level, with as little gain as possible.
  func setting(nearest level: Double) -> ExposureSetting {
    let candidates = times(for: level).flatMap { time in
      gains(for: level - timeLevel(time)).flatMap { gain in
        [ExposureSetting(time: time, gain: gain)]
          // A shorter time compensates for a gain that is too high.
          + times(for: level - gainLevel(gain)).map { ExposureSetting(time: $0, gain: gain) }
      }
    }
    func cost(_ setting: ExposureSetting) -> Double {
      abs(self.level(of: setting) - level) + Self.gainCost * gainLevel(setting.gain)
    }
    return candidates.min { cost($0) < cost($1) } ?? ExposureSetting()
  }

  /// Returns whether the exposure time exceeds the frame duration.
  func isTooLong(_ setting: ExposureSetting) -> Bool { setting.time.map { $0 > longest } ?? false }

  // MARK: The two controls

  private func timeLevel(_ value: Int64?) -> Double { value.map { log2(max(Double($0), 0.5)) } ?? 0 }

  /// Returns the times around the one that gives a level; a single nil if the control is missing.
  private func times(for level: Double) -> [Int64?] {
    guard let time else { return [nil] }
    let nearest = time.nearest(to: exp2(min(level, 62)))
    let neighbors = [-1.0, 0, 1].map { time.nearest(to: Double(nearest) + $0 * Double(time.step)) }
    return neighbors.map { min($0, longest) }
  }

  private func gainLevel(_ value: Int64?) -> Double {
    guard let gain, let value else { return 0 }
    return log2(max(factor(of: value, gain), 1))
  }

  private func factor(of value: Int64, _ gain: CaptureControl) -> Double {
    let range = gain.quantities
    if range.lowerBound > 0 { return gain.quantity(of: value) / range.lowerBound }
    return 1 + 7 * gain.fraction(of: value)
  }

  /// Returns the gains around the one that gives a level; a single nil if the control is missing.
  private func gains(for level: Double) -> [Int64?] {
    guard let gain else { return [nil] }
    let factor = exp2(min(max(level, 0), 62))
    let range = gain.quantities
    let nearest =
      range.lowerBound > 0
      ? gain.value(forQuantity: factor * range.lowerBound) : gain.value(atFraction: (factor - 1) / 7)
    return [nearest, gain.valueAbove(nearest)]
  }
}

extension CaptureControl {
  /// Returns the next higher value, or the same value if it is the highest.
  fileprivate func valueAbove(_ value: Int64) -> Int64 {
    guard case .menu(let names) = kind else { return nearest(to: Double(value) + Double(step)) }
    let higher = names.keys.filter { quantity(of: $0) > quantity(of: value) }
    return higher.min { (quantity(of: $0), $0) < (quantity(of: $1), $1) } ?? value
  }
}
