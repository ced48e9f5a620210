/// A schedule that distributes scans for face sizes over frames.
///
/// A pass covers every second size, largest first, because large faces are cheap and most relevant. The next pass
/// covers the other sizes. Each frame adds an allowance proportional to its duration, so a slow stream is scanned
/// as often as a fast one.
struct ScanSchedule: Sendable, Hashable {
  /// The duration of a pass, in seconds.
  struct Pace: Sendable, Hashable {
    /// With tracked faces.
    var following = 0.5
    /// Without tracked faces.
    var searching = 0.25
    /// At the start and after a scene cut.
    var starting = 0.15
  }

  private let sizes: [Double]
  private let costs: [Double]
  private let pace: Pace
  /// The maximum cost of a frame, in passes; a single size is always allowed.
  private let limit = 0.3
  private var next = 0
  private var isOddPass = false
  /// Whether the initial passes are incomplete.
  private(set) var isStarting = true
  private var allowance = 0.3

  /// Creates a schedule for sizes, largest first, and their costs in any unit.
  init(sizes: [Double], costs: [Double], pace: Pace = Pace()) {
    self.sizes = sizes
    self.costs = costs
    self.pace = pace
  }

  /// Restarts the schedule at the initial pace.
  mutating func restart() {
    next = 0
    isOddPass = false
    isStarting = true
    allowance = limit
  }

  /// Returns the sizes to scan for in a frame.
  ///
  /// - Parameters:
  ///   - interval: The time since the previous frame, in seconds.
  ///   - isFollowing: Whether any faces are tracked.
  ///   - isBusy: Whether the frame has no time for a scan; its allowance is kept for the next.
  mutating func sizes(after interval: Double, isFollowing: Bool, isBusy: Bool = false) -> [Double] {
    guard !sizes.isEmpty else { return [] }
    let seconds = isStarting ? pace.starting : isFollowing ? pace.following : pace.searching
    // Unused allowance is kept, so that expensive sizes are scanned eventually.
    allowance = min(allowance + max(0, interval) / seconds, 1)
    guard !isBusy else { return [] }
    var due: [Double] = []
    var spent: Double = 0
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

  /// Returns the cost of a size as a fraction of a pass; see ``FaceScan/cost(of:window:)``.
  private func cost(of index: Int) -> Double { min(1, costs[index] / costs.reduce(0, +) * 2) }
}
