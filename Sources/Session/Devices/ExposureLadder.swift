import Glibc

/// What exposure is set to: the values of the controls that a camera has for it, nil for one that it lacks.
struct ExposureSetting: Sendable, Hashable {
  /// Of `exposure_time_absolute`.
  var time: Int64?
  /// Of sensitivity or gain.
  var gain: Int64?
}

/// How bright a camera's settings are, and which one is as bright as is wished for.
///
/// Light is proportional to time. That it is to gain is assumed where the least gain is above 0; else the whole range is
/// taken for three stops. Whoever climbs the ladder looks at how much brighter the picture really became.
struct ExposureLadder: Sendable, Hashable {
  /// Nil where it can't be set.
  let time: CaptureControl?
  /// Nil where it can't be set.
  let gain: CaptureControl?
  /// The longest time that leaves the frame rate as it is.
  let longest: Int64

  /// How many EV of gain are worth an error of one: noise costs little, but it does.
  private static let priceOfGain = 0.02

  /// Makes a ladder.
  ///
  /// - Parameters:
  ///   - time: What sets time; nil for nothing.
  ///   - gain: What sets gain; nil for nothing.
  ///   - frame: How long a frame lasts, in units of the time; nil where that isn't known.
  init(time: CaptureControl?, gain: CaptureControl?, frame: Double?) {
    (self.time, self.gain) = (time, gain)
    longest =
      time.map { time in
        let limit = min(max(frame ?? .infinity, Double(time.minimum)), Double(time.range.upperBound))
        let nearest = time.nearest(to: limit)
        return Double(nearest) > limit ? time.nearest(to: Double(nearest) - Double(time.step)) : nearest
      } ?? 0
  }

  /// How bright a setting is, in EV above one unit of time at the least gain.
  func level(of setting: ExposureSetting) -> Double { timeLevel(setting.time) + gainLevel(setting.gain) }

  /// The setting whose level is nearest, with as little gain as that takes.
  func setting(nearest level: Double) -> ExposureSetting {
    let candidates = times(for: level).flatMap { time in
      gains(for: level - timeLevel(time)).flatMap { gain in
        [ExposureSetting(time: time, gain: gain)]
          // What a gain is too much, a shorter time takes back.
          + times(for: level - gainLevel(gain)).map { ExposureSetting(time: $0, gain: gain) }
      }
    }
    func cost(_ setting: ExposureSetting) -> Double {
      abs(self.level(of: setting) - level) + Self.priceOfGain * gainLevel(setting.gain)
    }
    return candidates.min { cost($0) < cost($1) } ?? ExposureSetting()
  }

  /// Whether exposure lasts longer than a frame may.
  func isTooLong(_ setting: ExposureSetting) -> Bool { setting.time.map { $0 > longest } ?? false }

  // MARK: The two controls

  private func timeLevel(_ value: Int64?) -> Double { value.map { log2(max(Double($0), 0.5)) } ?? 0 }

  /// The times next to the one that gives a level; nil alone where there is no control.
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
    let meanings = gain.meanings
    if meanings.lowerBound > 0 { return gain.meaning(of: value) / meanings.lowerBound }
    return 1 + 7 * gain.fraction(of: value)
  }

  /// The gains next to the one that gives a level; nil alone where there is no control.
  private func gains(for level: Double) -> [Int64?] {
    guard let gain else { return [nil] }
    let (wish, meanings) = (exp2(min(max(level, 0), 62)), gain.meanings)
    let nearest =
      meanings.lowerBound > 0
      ? gain.value(meaning: wish * meanings.lowerBound) : gain.value(atFraction: (wish - 1) / 7)
    return [nearest, gain.valueAbove(nearest)]
  }
}

extension CaptureControl {
  /// The next value above; the same where it is the last.
  fileprivate func valueAbove(_ value: Int64) -> Int64 {
    guard case .menu(let names) = kind else { return nearest(to: Double(value) + Double(step)) }
    let higher = names.keys.filter { meaning(of: $0) > meaning(of: value) }
    return higher.min { (meaning(of: $0), $0) < (meaning(of: $1), $1) } ?? value
  }
}
