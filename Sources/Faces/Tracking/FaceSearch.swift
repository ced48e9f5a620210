/// A search for new faces in a stream that spreads its work over many frames.
struct FaceSearch: Sendable {
  /// A candidate for a face.
  struct Candidate: Sendable, Hashable {
    var box: FaceBox
    var aspect: FaceSide
  }

  private let engine: any FaceEngine
  private let sizes: [Double]
  private var frontal: ScanSchedule
  private var small: ScanSchedule
  private var profile: ScanSchedule
  private var isBeginning = true

  /// The pace for profiles, which are rare and therefore searched for less often.
  private static let profilePace = ScanSchedule.Pace(following: 1.5, searching: 0.75, starting: 0.4)
  /// The pace for faces that are smaller than expected, each of which costs as much as many larger ones.
  private static let smallPace = ScanSchedule.Pace(following: 3, searching: 1.5, starting: 0.75)
  /// The interval in seconds from which a frame has time for both searches.
  private static let minimumIntervalForBoth = 0.05

  /// Creates a search for faces in a range of sizes, in pixels of the working picture.
  ///
  /// - Parameter tiniest: The smallest size to search for less often.
  init(engine: any FaceEngine, tiniest: Double, smallest: Double, largest: Double) {
    self.engine = engine
    sizes = FaceScan.sizes(from: smallest, to: largest, step: 1.1)
    let window = engine.smallestWindow(for: .frontal)
    let costs = sizes.map { FaceScan.cost(of: $0, window: window) }
    frontal = ScanSchedule(sizes: sizes, costs: costs)
    profile = ScanSchedule(sizes: sizes, costs: costs, pace: Self.profilePace)
    let smallSizes = FaceScan.sizes(from: tiniest, to: smallest / 1.05, step: 1.1)
    small = ScanSchedule(
      sizes: smallSizes, costs: smallSizes.map { FaceScan.cost(of: $0, window: window) }, pace: Self.smallPace)
  }

  /// Restarts the search after a scene cut.
  mutating func restart() {
    isBeginning = true
    frontal.restart()
    small.restart()
    profile.restart()
  }

  /// Executes the next step of the search and returns the candidates, the most likely first.
  ///
  /// - Parameters:
  ///   - working: The picture.
  ///   - interval: The time since the previous frame, in seconds.
  ///   - isFollowing: Whether any faces are tracked.
  mutating func candidates(
    in working: WorkingPicture, after interval: Double, isFollowing: Bool
  ) throws -> [Candidate] {
    if isBeginning {
      isBeginning = false
      return try coarseCandidates(at: working)
    }
    let due = frontal.sizes(after: interval, isFollowing: isFollowing)
    let smallDue = small.sizes(after: interval, isFollowing: isFollowing, isBusy: frontal.isStarting)
    let scan = FaceScan(engine: engine, view: .frontal)
    var found = Self.candidates(try (due + smallDue).flatMap { try scan.windows(in: working, size: $0) }, .frontal)
    // Frontal faces are more frequent. At high frame rates, a frame has no time for both searches.
    let isBusy = frontal.isStarting || !due.isEmpty && interval < Self.minimumIntervalForBoth
    let others = profile.sizes(after: interval, isFollowing: isFollowing, isBusy: isBusy)
    for size in others {
      for aspect in [FaceSide.left, .right] {
        let scan = FaceScan(engine: engine, view: .profile, isMirrored: aspect.isMirrored, isCoarse: true)
        found += Self.candidates(try scan.windows(in: working, size: size), aspect)
      }
    }
    return found
  }

  /// Scans the whole first picture coarsely for clearly visible faces.
  private func coarseCandidates(at working: WorkingPicture) throws -> [Candidate] {
    let scan = FaceScan(engine: engine, view: .frontal, isCoarse: true)
    let windows = try stride(from: 0, to: sizes.count, by: 2).flatMap {
      try scan.windows(in: working, size: sizes[$0])
    }
    return Self.candidates(windows, .frontal)
  }

  private static func candidates(_ windows: [FaceBox], _ aspect: FaceSide) -> [Candidate] {
    WindowCluster.clusters(of: windows).sorted { $0.count > $1.count }.map {
      Candidate(box: $0.box, aspect: aspect)
    }
  }
}
