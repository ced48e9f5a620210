/// When a lamp was seen to go on, and when beeps were heard to begin, in seconds of one clock.
struct Claps: Sendable {
  var flashes: [Double] = []
  var beeps: [Double] = []

  /// How far flashes and beeps of the same time may be apart.
  private static let nearness = 0.45

  /// By how much flashes are later than the beeps beside them, in seconds.
  var offsets: [Double] { flashes.compactMap { flash in nearest(to: flash, in: beeps).map { flash - $0 } } }

  /// When each beep is, and by how much more it lies before the flash beside it than in what was taken for right, in
  /// seconds.
  ///
  /// - Parameters:
  ///   - reference: What is right, by another clock.
  ///   - start: The other clock's time that is zero here.
  func errors(against reference: Claps, from start: Double) -> [(time: Double, error: Double)] {
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
  /// The one in the middle; 0 of none.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }

  /// Such as `3.1 (from 2.8 to 3.5)`, of seconds in milliseconds.
  var milliseconds: String {
    let words = { (seconds: Double) in "\(rounded(seconds * 1_000))" }
    return "\(words(median)) (from \(words(self.min() ?? 0)) to \(words(self.max() ?? 0))) ms"
  }
}
