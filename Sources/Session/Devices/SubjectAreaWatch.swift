/// Whether the camera sees something else than it did: a state machine on grids of luma.
///
/// Compared is with what was seen when focus or exposure settled, so that slow changes add up. What has changed has to stay
/// so for some looks. After an alarm it waits until the picture rests, so that a pan is one change.
struct SubjectAreaWatch: Sendable {
  /// So many of the cells have to be others; a face that moves in a corner is less.
  static let changedShare = 0.4
  /// Below this, it was a false alarm.
  static let calmShare = 0.25
  /// In so many looks.
  static let looks = 3
  /// From one look to the next, no more of the cells change in a picture that rests.
  static let restingShare = 0.1

  private enum Phase: Sendable {
    case beginning
    case watching(SubjectAreaGrid, changedLooks: Int)
    case moving(SubjectAreaGrid, restingLooks: Int)
  }

  private var phase = Phase.beginning

  /// Compares with the next look from now on.
  mutating func restart() { phase = .beginning }

  /// Takes a look.
  ///
  /// - Returns: Whether the subject area has changed.
  mutating func look(_ grid: SubjectAreaGrid) -> Bool {
    switch phase {
    case .beginning: phase = .watching(grid, changedLooks: 0)
    case .watching(let reference, let looks):
      let share = grid.changedShare(since: reference)
      let changed = share >= Self.changedShare ? looks + 1 : share < Self.calmShare ? 0 : looks
      phase = .watching(reference, changedLooks: changed)
      guard changed >= Self.looks else { return false }
      phase = .moving(grid, restingLooks: 0)
      return true
    case .moving(let last, let looks):
      let resting = grid.changedShare(since: last) <= Self.restingShare ? looks + 1 : 0
      phase = resting >= Self.looks ? .watching(grid, changedLooks: 0) : .moving(grid, restingLooks: resting)
    }
    return false
  }
}
