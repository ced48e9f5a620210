import OpenCaptureMediaSamples

/// Counts the frames of a file's sound: its times are those of its frames, however coarse the file's ticks are.
struct SoundClock: Sendable {
  let timeBase: TimeBase
  /// Where the next frame is heard, in frames of the rate; nil before the first.
  private var next: (place: Int64, rate: Int)?

  init(timeBase: TimeBase) { self.timeBase = timeBase }

  /// When sound is heard that begins at a tick.
  mutating func time(_ ticks: Int64, frameCount: Int, sampleRate: Int) -> MediaTime {
    let exact = timeBase.time(ticks) ?? .zero
    let rounded = exact.convertScale(Int32(sampleRate))
    guard rounded.isNumeric else { return exact }
    var place = rounded.value
    if let next, next.rate == sampleRate, abs(place - next.place) <= coarseness(sampleRate) { place = next.place }
    next = (place + Int64(frameCount), sampleRate)
    return MediaTime(value: place, timescale: Int32(sampleRate))
  }

  /// How many frames a tick can be off, up and down.
  private func coarseness(_ sampleRate: Int) -> Int64 {
    1 + Int64(sampleRate) * Int64(timeBase.numerator) / Int64(timeBase.denominator)
  }
}
