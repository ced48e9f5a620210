/// Searches a stream for places that may be faces, a little in each frame.
struct FaceSearch: Sendable {
  /// A place that may be a face.
  struct Candidate: Sendable, Hashable {
    var box: FaceBox
    var aspect: FaceAspect
  }

  private let engine: any FaceEngine
  private let sizes: [Double]
  private var frontal: ScanSchedule
  private var profile: ScanSchedule
  private var isBeginning = true

  /// Profiles are few, and looked for less often.
  private static let profilePace = ScanSchedule.Pace(following: 1.5, searching: 0.75, starting: 0.4)
  /// Frames that are further apart, in seconds, can do more.
  private static let longInterval = 0.05

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - engine: What finds faces.
  ///   - smallest: The size of the smallest face, in pixels of the working picture.
  ///   - largest: The size of the largest.
  init(engine: any FaceEngine, smallest: Double, largest: Double) {
    self.engine = engine
    sizes = FaceScan.sizes(from: smallest, to: largest, step: 1.1)
    let window = engine.smallestWindow(for: .frontal)
    let costs = sizes.map { FaceScan.cost(of: $0, window: window) }
    frontal = ScanSchedule(sizes: sizes, costs: costs)
    profile = ScanSchedule(sizes: sizes, costs: costs, pace: Self.profilePace)
  }

  /// Begins anew, after a cut.
  mutating func restart() {
    isBeginning = true
    frontal.restart()
    profile.restart()
  }

  /// Takes the next step of the search.
  ///
  /// - Parameters:
  ///   - working: The picture.
  ///   - interval: Seconds since the frame before.
  ///   - isFollowing: Whether faces are followed.
  /// - Returns: Places that may be faces, the likeliest first.
  mutating func candidates(
    in working: WorkingPicture, after interval: Double, isFollowing: Bool
  ) throws -> [Candidate] {
    if isBeginning {
      isBeginning = false
      return try glance(at: working)
    }
    let due = frontal.sizes(after: interval, isFollowing: isFollowing)
    let scan = FaceScan(engine: engine, view: .frontal)
    var found = Self.candidates(try due.flatMap { try scan.windows(in: working, size: $0) }, .frontal)
    // First things first: most look into the camera. Both in one frame are too much where frames are many.
    let isBusy = frontal.isStarting || !due.isEmpty && interval < Self.longInterval
    let others = profile.sizes(after: interval, isFollowing: isFollowing, isBusy: isBusy)
    for size in others {
      for aspect in [FaceAspect.left, .right] {
        let scan = FaceScan(engine: engine, view: .profile, isMirrored: aspect.isMirrored, isCoarse: true)
        found += Self.candidates(try scan.windows(in: working, size: size), aspect)
      }
    }
    return found
  }

  /// Looks at the whole of the first picture at once, but coarsely, for who is plainly to be seen.
  private func glance(at working: WorkingPicture) throws -> [Candidate] {
    let scan = FaceScan(engine: engine, view: .frontal, isCoarse: true)
    let windows = try stride(from: 0, to: sizes.count, by: 2).flatMap {
      try scan.windows(in: working, size: sizes[$0])
    }
    return Self.candidates(windows, .frontal)
  }

  private static func candidates(_ windows: [FaceBox], _ aspect: FaceAspect) -> [Candidate] {
    WindowCluster.clusters(of: windows).sorted { $0.count > $1.count }.map {
      Candidate(box: $0.box, aspect: aspect)
    }
  }
}
