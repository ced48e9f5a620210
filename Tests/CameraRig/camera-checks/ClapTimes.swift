/// The times at which a lamp was turned on and beeps began, in seconds of one clock.
struct ClapTimes: Sendable {
  var flashes: [Double] = []
  var beeps: [Double] = []

  /// The maximum distance between a flash and a beep of the same clap, in seconds.
  private static let nearness = 0.45

  /// The delays of the flashes after the beeps next to them, in seconds.
  var offsets: [Double] { flashes.compactMap { flash in nearest(to: flash, in: beeps).map { flash - $0 } } }

  /// Returns the sync error of each beep compared with a reference, and the times of the beeps, in seconds.
  ///
  /// - Parameters:
  ///   - reference: The correct claps, by another clock.
  ///   - start: The time of the other clock that is zero here.
  func errors(against reference: ClapTimes, from start: Double) -> [(time: Double, error: Double)] {
    let late = flashes.compactMap { flash in
      nearest(to: flash + start, in: reference.flashes).map { (time: flash, by: flash + start - $0) }
    }
    return beeps.compactMap { beep in
      guard let right = nearest(to: beep + start, in: reference.beeps),
        let flash = late.min(by: { abs($0.time - beep) < abs($1.time - beep) })
      else { return nil }
      return (beep, flash.by - (beep + start - right))
    }
  }

  private func nearest(to time: Double, in times: [Double]) -> Double? {
    times.filter { abs($0 - time) < Self.nearness }.min { abs($0 - time) < abs($1 - time) }
  }
}

extension [Double] {
  /// The median, or 0 if empty.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }

  /// The median and range of seconds in milliseconds, such as `3.1 (from 2.8 to 3.5) ms`.
  var milliseconds: String {
    let words = { (seconds: Double) in "\(rounded(seconds * 1_000))" }
    return "\(words(median)) (from \(words(self.min() ?? 0)) to \(words(self.max() ?? 0))) ms"
  }
}
