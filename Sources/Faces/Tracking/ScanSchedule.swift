/// Decides which sizes of faces are looked for in which frame, so that no frame pays for all of them.
///
/// A pass goes through every second size, largest first: those cost least, and are what people look at. The next pass
/// goes through the others. Passes are paid from an allowance that grows with the time that frames last, not with their
/// number, so a slow stream is scanned as often as a fast one.
struct ScanSchedule: Sendable, Hashable {
  /// Seconds that a pass takes.
  struct Pace: Sendable, Hashable {
    /// While faces are followed.
    var following = 0.5
    /// While there are none.
    var searching = 0.25
    /// At the beginning, and after a cut.
    var starting = 0.15
  }

  private let sizes: [Double]
  private let costs: [Double]
  private let pace: Pace
  /// The most that a frame may cost, in passes, as long as that lets a single size through.
  private let limit = 0.3
  private var next = 0
  private var isOddPass = false
  /// Whether the passes that a start begins with aren't through yet.
  private(set) var isStarting = true
  private var allowance = 0.3

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - sizes: What is looked for, largest first.
  ///   - costs: What each costs, in any unit.
  ///   - pace: How often.
  init(sizes: [Double], costs: [Double], pace: Pace = Pace()) {
    (self.sizes, self.costs, self.pace) = (sizes, costs, pace)
  }

  /// Begins anew, at the pace of a start.
  mutating func restart() {
    (next, isOddPass, isStarting, allowance) = (0, false, true, limit)
  }

  /// The sizes to look for in a frame.
  ///
  /// - Parameters:
  ///   - interval: Seconds since the frame before.
  ///   - isFollowing: Whether faces are followed.
  ///   - isBusy: Whether the frame has enough to do; the next has its share.
  mutating func sizes(after interval: Double, isFollowing: Bool, isBusy: Bool = false) -> [Double] {
    guard !sizes.isEmpty else { return [] }
    let seconds = isStarting ? pace.starting : isFollowing ? pace.following : pace.searching
    // What a frame doesn't use up, the next may: else sizes that cost more than a frame's share would never have a turn.
    allowance = min(allowance + max(0, interval) / seconds, 1)
    guard !isBusy else { return [] }
    var (due, spent): ([Double], Double) = ([], 0)
    while due.count < sizes.count {
      let price = cost(of: next)
      guard price <= allowance, due.isEmpty || spent + price <= limit else { break }
      due.append(sizes[next])
      allowance -= price
      spent += price
      advance()
    }
    return due
  }

  private mutating func advance() {
    next += 2
    guard next >= sizes.count else { return }
    isOddPass.toggle()
    next = isOddPass && sizes.count > 1 ? 1 : 0
    if !isOddPass { isStarting = false }
  }

  /// The share of a pass that a size costs; see ``FaceScan/cost(of:window:)``.
  private func cost(of index: Int) -> Double { min(1, costs[index] / costs.reduce(0, +) * 2) }
}
