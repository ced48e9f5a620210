import ArgumentParser

/// An amount of bytes or bits as an option's value, such as `500M`, `2G` or `1500`.
package enum Amount {
  /// Parses a positive number with an optional suffix k, M or G for thousands, millions or billions.
  ///
  /// - Throws: A validation error for anything else, or for 10^18 and more.
  package static func parse(_ text: String) throws -> Int64 {
    let factor = text.last.flatMap { factors[$0] }
    guard let number = Double(factor == nil ? text : String(text.dropLast())), number > 0,
      number * (factor ?? 1) < 1e18
    else { throw ValidationError("'\(text)' is not an amount. Write a number such as 500M or 2G.") }
    return Int64(number * (factor ?? 1))
  }

  private static let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
}

/// The exposures of a bracket as an option's value, such as `-2,0,2`.
package enum ExposureBracket {
  /// Parses one to eight exposures in EV, separated by commas, each between -100 and 100.
  ///
  /// - Throws: A validation error for anything else.
  package static func parse(_ text: String) throws -> [Float] {
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map { Float($0) }
    guard (1...8).contains(values.count), values.allSatisfy({ $0.map { abs($0) < 100 } ?? false }) else {
      throw ValidationError(
        "'\(text)' is not an exposure bracket. Write one to eight values separated by commas, such as -2,0,2.")
    }
    return values.compactMap(\.self)
  }
}

/// The share of the inputs that one of several processes takes.
package struct Shard: Sendable, Hashable, ExpressibleByArgument {
  /// The index of this process, from 0.
  package let index: Int
  /// The number of processes.
  package let count: Int

  /// The share of a single process.
  package static let all = Shard(index: 0, count: 1)

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Parses text such as `0/8`, the first of eight; nil if it is invalid.
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], index >= 0, index < count else {
      return nil
    }
    self.init(index: index, count: count)
  }

  package var defaultValueDescription: String { "\(index)/\(count)" }

  /// Whether this process takes the input with a number, from 0.
  package func includes(_ number: Int) -> Bool { number % count == index }
}
