/// Memory that several pieces of work share: who needs more than is left waits, but one alone always goes on.
package struct MemoryBudget: Sendable {
  /// How much there is, in bytes.
  package let capacity: Int
  /// How much is taken, in bytes.
  package private(set) var taken = 0

  package init(capacity: Int) { self.capacity = capacity }

  /// Takes memory, where there is room or nobody else has any; false where one has to wait.
  package mutating func take(_ byteCount: Int) -> Bool {
    guard taken == 0 || byteCount <= capacity - taken else { return false }
    taken += max(byteCount, 1)
    return true
  }

  /// Gives back what was taken.
  package mutating func give(back byteCount: Int) { taken -= max(byteCount, 1) }
}
