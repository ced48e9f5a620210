import OpenCaptureMediaSamples

/// Takes numbers from an input, one after the other; behind its end there are zeroes.
struct InputNumbers {
  private var bytes: ArraySlice<UInt8>

  init(_ input: [UInt8]) { bytes = input[...] }

  /// Whether there is nothing more to take.
  var isAtEnd: Bool { bytes.isEmpty }

  /// A number, the lower byte first.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    let taken = bytes.prefix(Number.bitWidth / 8)
    bytes = bytes.dropFirst(taken.count)
    return taken.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// Any that there is: infinities, and what is no number.
  mutating func double() -> Double { Double(bitPattern: number()) }

  /// A byte says of which kind, a numeric one has 13.
  mutating func time() -> MediaTime {
    switch number(UInt8.self) {
    case 0: .invalid
    case 1: .indefinite
    case 2: .positiveInfinity
    case 3: .negativeInfinity
    default: MediaTime(value: number(), timescale: number())
    }
  }

  /// So many bytes as a number says, a byte where nothing else is said.
  mutating func some<Count: FixedWidthInteger>(_: Count.Type = UInt8.self) -> [UInt8] {
    let count = Int(number(Count.self))
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}
