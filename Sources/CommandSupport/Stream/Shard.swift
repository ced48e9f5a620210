import ArgumentParser

/// Which of several processes this is, that share the inputs: one of them takes each.
package struct Shard: Sendable, Hashable, ExpressibleByArgument {
  /// From 0.
  package let index: Int
  /// How many there are.
  package let count: Int

  /// The only one.
  package static let all = Shard(index: 0, count: 1)

  private init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

  /// Reads such as `0/8`, the first of eight; nil where there can be none such.
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], index >= 0, index < count else {
      return nil
    }
    self.init(index: index, count: count)
  }

  /// Whether it takes the input of this number, from 0.
  package func takes(_ number: Int) -> Bool { number % count == index }
}
