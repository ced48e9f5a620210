import ArgumentParser

/// The exposures of a bracket, as written after an option: `-2,0,2`.
package enum ExposureBracket {
  /// One to eight exposures with commas between, in EV, each of less than 100.
  ///
  /// - Throws: A validation error for anything else.
  package static func parse(_ text: String) throws -> [Float] {
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map { Float($0) }
    guard (1...8).contains(values.count), values.allSatisfy({ $0.map { abs($0) < 100 } ?? false }) else {
      throw ValidationError(
        "'\(text)' is no bracket: write one to eight exposures with commas between, such as -2,0,2.")
    }
    return values.compactMap(\.self)
  }
}
