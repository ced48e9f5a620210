package import OpenCaptureMediaSamples

/// Counts the frames of a file's sound: its times are those of its frames, however coarse the file's ticks are.
package struct SoundClock: Sendable {
  let timeBase: TimeBase
  /// Where the next frame is heard, in frames of the rate; nil before the first.
  private var next: (place: Int64, rate: Int)?

  package init(timeBase: TimeBase) { self.timeBase = timeBase }

  /// When sound is heard that begins at a tick.
  package mutating func time(_ ticks: Int64, frameCount: Int, sampleRate: Int) -> MediaTime {
    let exact = timeBase.time(ticks) ?? .zero
    let rounded = exact.convertScale(Int32(sampleRate))
    guard rounded.isNumeric else { return exact }
    var place = rounded.value
    if let next, next.rate == sampleRate, isNear(place, next.place, sampleRate) { place = next.place }
    let end = place.addingReportingOverflow(Int64(frameCount))
    next = end.overflow ? nil : (end.partialValue, sampleRate)
    return MediaTime(value: place, timescale: Int32(sampleRate))
  }

  /// Whether two places are no farther from each other than a tick can be off; what a file says can be anywhere.
  private func isNear(_ place: Int64, _ other: Int64, _ sampleRate: Int) -> Bool {
    let distance = place.subtractingReportingOverflow(other)
    return !distance.overflow && distance.partialValue.magnitude <= coarseness(sampleRate)
  }

  /// How many frames a tick can be off, up and down.
  private func coarseness(_ sampleRate: Int) -> Int64 {
    1 + Int64(sampleRate) * Int64(timeBase.numerator) / Int64(timeBase.denominator)
  }
}
