package import OpenCaptureMediaSamples

extension MediaTime {
  /// In nanoseconds of the system's clock; nil for a time of another one.
  package func onHostClock(at now: UInt64) -> UInt64? {
    guard let stamp = positiveNanoseconds else { return nil }
    let difference = stamp > now ? stamp - now : now - stamp
    return difference < 2_000_000_000 ? stamp : nil
  }

  /// In nanoseconds; nil for a time that isn't above 0.
  package var positiveNanoseconds: UInt64? {
    let time = convertScale(1_000_000_000)
    return time.isNumeric && time.value > 0 ? UInt64(time.value) : nil
  }
}
