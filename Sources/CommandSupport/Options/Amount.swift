import ArgumentParser

/// An amount of bytes or bits, as written after an option: `500M`, `2G`, `1500`.
package enum Amount {
  /// A number above 0 with k, M or G behind it, for thousands, millions and thousands of millions, or without.
  ///
  /// - Throws: A validation error for anything else, and for a million of millions of millions and more.
  package static func parse(_ text: String) throws -> Int64 {
    let factor = text.last.flatMap { factors[$0] }
    guard let number = Double(factor == nil ? text : String(text.dropLast())), number > 0,
      number * (factor ?? 1) < 1e18
    else { throw ValidationError("'\(text)' is no amount: write such as 500M or 2G.") }
    return Int64(number * (factor ?? 1))
  }

  private static let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
}
