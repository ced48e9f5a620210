import OpenCaptureMediaSamples

/// A reader of numbers from an input; returns zeroes after its end.
struct InputNumbers {
  private var bytes: ArraySlice<UInt8>

  init(_ input: [UInt8]) { bytes = input[...] }

  /// Whether all bytes were read.
  var isAtEnd: Bool { bytes.isEmpty }

  /// Returns the next number, low byte first.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    let taken = bytes.prefix(Number.bitWidth / 8)
    bytes = bytes.dropFirst(taken.count)
    return taken.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// Returns any `Double`, including infinities and NaN.
  mutating func double() -> Double { Double(bitPattern: number()) }

  /// Returns a time; the first byte selects its kind, and a numeric time has 13 bytes.
  mutating func time() -> MediaTime {
    switch number(UInt8.self) {
    case 0: .invalid
    case 1: .indefinite
    case 2: .positiveInfinity
    case 3: .negativeInfinity
    default: MediaTime(value: number(), timescale: number())
    }
  }

  /// Returns bytes after their count; the count is one byte by default.
  mutating func some<Count: FixedWidthInteger>(_: Count.Type = UInt8.self) -> [UInt8] {
    let count = Int(number(Count.self))
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  /// Returns the remaining bytes.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}
