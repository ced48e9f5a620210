public import CoreVideo
public import OpenCaptureMediaSamples

/// The ticks, in a dictionary.
public let kCMTimeValueKey: CFString = "value"
/// Ticks per second, in a dictionary.
public let kCMTimeScaleKey: CFString = "timescale"
/// The stretch of the timeline, in a dictionary.
public let kCMTimeEpochKey: CFString = "epoch"
/// The flags, in a dictionary.
public let kCMTimeFlagsKey: CFString = "flags"

/// A time as a dictionary, to be written somewhere.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeValueKey: time.value, kCMTimeScaleKey: time.timescale, kCMTimeEpochKey: time.epoch,
    kCMTimeFlagsKey: time.flags.rawValue,
  ]
}

/// The time that a dictionary says; invalid where it says none.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
  guard let numbers = dictionaryRepresentation, let value = numbers.integer(kCMTimeValueKey),
    let timescale = numbers.integer(kCMTimeScaleKey).flatMap(Int32.init(exactly:)),
    let flags = numbers.integer(kCMTimeFlagsKey).flatMap(UInt32.init(exactly:))
  else { return .invalid }
  return CMTime(
    value: Int64(value), timescale: timescale, flags: CMTimeFlags(rawValue: flags),
    epoch: Int64(numbers.integer(kCMTimeEpochKey) ?? 0))
}

/// A text for people who look for mistakes, such as `{1001/30000 = 0.033}`.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
  guard time.isValid else { return "{INVALID}" }
  if time.isIndefinite { return "{INDEFINITE}" }
  guard time.isNumeric else { return time.isPositiveInfinity ? "{+INFINITY}" : "{-INFINITY}" }
  let rounded = time.hasBeenRounded ? ", rounded" : ""
  return "{\(time.value)/\(time.timescale) = \(threeDecimals(time.seconds))\(rounded)}"
}

/// Prints a time for people who look for mistakes.
public func CMTimeShow(_ time: CMTime) { print(CMTimeCopyDescription(allocator: nil, time: time) ?? "") }

/// Such as `-0.033`, whatever the place's way to write numbers is.
private func threeDecimals(_ seconds: Double) -> String {
  let thousandths = (seconds.magnitude * 1_000).rounded()
  guard let number = Int64(exactly: thousandths) else { return "\(seconds)" }
  let fraction = String(String(1_000 + number % 1_000).dropFirst())
  return (seconds < 0 && number != 0 ? "-" : "") + "\(number / 1_000).\(fraction)"
}
