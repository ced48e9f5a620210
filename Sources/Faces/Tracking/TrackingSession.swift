import MediaSamples
import Metadata

/// Following faces in a stream that doesn't change its size or jump.
struct TrackingSession: Sendable {
  /// What a session is made for.
  struct Layout: Sendable, Hashable {
    var dimensions: VideoDimensions
    var orientation: ImageOrientation
    var options: FaceTracker.Options
  }

  let layout: Layout
  private let engine: any FaceEngine
  private let scale: WorkingScale
  private var schedule: ScanSchedule?
  private var tracks: [FaceTrack] = []
  /// Places that a scan found and that still have to be looked at.
  private var pending: [FaceBox] = []
  private var before: (working: WorkingPicture, impression: SceneImpression)?

  init(layout: Layout, engine: any FaceEngine) {
    (self.layout, self.engine) = (layout, engine)
    scale = WorkingScale(
      minimumFaceSize: layout.options.minimumFaceSize,
      height: layout.dimensions.upright(layout.orientation).height,
      window: engine.smallestWindow(for: .frontal))
  }

  private var window: FaceWindow { FaceWindow(engine: engine) }

  /// The faces of the next frame.
  mutating func track(_ luma: PixelBuffer, after interval: Double, nextID: inout Int) throws -> [FaceObject] {
    let working = try WorkingPicture(
      of: luma, orientation: layout.orientation, region: layout.options.rectOfInterest, scale: scale.factor,
      keepsDetail: true)
    let impression = try SceneImpression(of: working.smallest)
    if let before, impression.isCut(from: before.impression) { begin() }
    try follow(in: working, after: interval)
    try look(in: working, nextID: &nextID)
    tracks.removeAll { $0.isOver || $0.pose.isDoubtful }
    try search(working, after: interval, nextID: &nextID)
    for index in tracks.indices { tracks[index].smooth(after: interval) }
    before = (try working.withoutDetail(), impression)
    return tracks.filter(\.isVisible).map { face($0, in: working) }
  }

  /// Begins anew: after a cut, nobody is where they were.
  private mutating func begin() {
    before = nil
    (tracks, pending) = ([], [])
    schedule?.restart()
  }

  /// Moves every face on by what its points did.
  private mutating func follow(in working: WorkingPicture, after interval: Double) throws {
    guard let before else { return }
    let boxes = tracks.map(\.box)
    for index in tracks.indices {
      let track = tracks[index]
      let isCovered = track.unseen > 0.07 && overlaps(boxes, index)
      let canFlow = !isCovered && (track.isFollowed || track.lostFrames == 0)
      let flow = canFlow ? try window.flow(of: track.box, from: before.working, to: working) : nil
      tracks[index].advance(by: flow, isCovered: isCovered, after: interval)
    }
  }

  private func overlaps(_ boxes: [FaceBox], _ index: Int) -> Bool {
    boxes.indices.contains { $0 != index && tracks[$0].isVisible && boxes[$0].overlap(boxes[index]) > 0.1 }
  }

  /// Looks for every face where it should be.
  private mutating func look(in working: WorkingPicture, nextID: inout Int) throws {
    let due = tracks.indices.filter { tracks[$0].isDue && !isGone($0) }
    var sightings: [SightingAssignment.Sighting] = []
    var counts: [Int: Int] = [:]
    for index in due {
      let frontal = try window.boxes(for: .frontal, at: tracks[index].box, in: working)
      counts[index] = frontal.count
      let boxes = try frontal.isEmpty ? window.otherBoxes(of: tracks[index], in: working) : frontal
      // To come back takes more than to stay.
      guard tracks[index].isFollowed || boxes.count >= 2 else { continue }
      sightings += WindowCluster.clusters(of: boxes).map { .init(face: index, box: $0.box) }
    }
    let seen = SightingAssignment.assign(sightings, to: tracks.map(\.box))
    for index in due {
      if let sighting = seen[index] {
        tracks[index].see(sighting, isExact: counts[index] ?? 0 > 0)
      } else {
        tracks[index].miss()
      }
      if tracks[index].id == nil {
        let votes = try window.directVotes(at: tracks[index].box, in: working)
        let outcome = tracks[index].look(frontal: votes.frontal, confirmation: votes.confirmation)
        if outcome == .face { identify(index, nextID: &nextID) }
      }
      if tracks[index].isPoseDue { try lookAtPose(of: index, windows: counts[index] ?? 0, in: working) }
    }
  }

  /// Whether a face that isn't followed any more is where another one is now.
  private func isGone(_ index: Int) -> Bool { !tracks[index].isFollowed && isFollowed(tracks[index].box) }

  /// Takes one more look at a face, at how it is tilted and turned.
  private mutating func lookAtPose(of index: Int, windows: Int, in working: WorkingPicture) throws {
    let look = tracks[index].pose.nextLook
    var box = tracks[index].box
    box.roll += look.turn
    let found = try window.boxes(for: look.view, at: box, in: working, isMirrored: look == .right)
    if let tilt = tracks[index].pose.see(face: windows, look: found.count) { tracks[index].tilt(by: tilt * 0.7) }
  }

  /// Searches the picture for faces that aren't followed yet, as far as it is their turn.
  private mutating func search(_ working: WorkingPicture, after interval: Double, nextID: inout Int) throws {
    var schedule = self.schedule ?? schedule(for: working)
    defer { self.schedule = schedule }
    // A close look costs as much as many sizes do: so in a frame of a usual stream there is either, and others wait.
    let looks = max(1, Int((interval * 30).rounded()))
    pending = pending.filter { !isFollowed($0) }
    if pending.isEmpty || looks > 1 {
      let sizes = schedule.sizes(after: interval, isFollowing: tracks.contains(where: \.isVisible))
      let scan = FaceScan(engine: engine, view: .frontal)
      let found = try sizes.flatMap { try scan.windows(in: working, size: $0) }
      let clusters = WindowCluster.clusters(of: found).sorted { $0.count > $1.count }
      pending = clusters.map(\.box).filter { !isFollowed($0) } + pending
      guard sizes.isEmpty || looks > 1 else { return }
    }
    for _ in 0..<min(pending.count, looks) { try consider(pending.removeFirst(), in: working, nextID: &nextID) }
    pending = Array(pending.prefix(4))
  }

  private func schedule(for working: WorkingPicture) -> ScanSchedule {
    let sizes = FaceScan.sizes(from: scale.smallestFace, to: Double(working.largestFace), step: 1.1)
    let window = engine.smallestWindow(for: .frontal)
    return ScanSchedule(sizes: sizes, costs: sizes.map { FaceScan.cost(of: $0, window: window) })
  }

  /// Looks closely at a place where there may be a face.
  private mutating func consider(_ box: FaceBox, in working: WorkingPicture, nextID: inout Int) throws {
    guard !isFollowed(box), let face = try verdict(on: box, in: working), !isFollowed(face.box) else { return }
    let outcome = Suspicion.first(evidence: face.evidence)
    guard outcome != .nothing else { return }
    tracks.append(FaceTrack(at: face.box))
    if outcome == .face { identify(tracks.count - 1, nextID: &nextID) }
  }

  /// Gives a face its number: that of a face that was lost near there, or a new one.
  private mutating func identify(_ index: Int, nextID: inout Int) {
    if let lost = tracks.firstIndex(where: { $0.canBe(tracks[index].box) }), let id = tracks[lost].id {
      tracks[index].identify(as: id)
      tracks[lost].forget()
    } else {
      tracks[index].identify(as: nextID)
      nextID += 1
    }
  }

  private func verdict(on box: FaceBox, in working: WorkingPicture) throws -> FaceVerdict? {
    try FaceVerifier(engine: engine).verdict(
      on: box, in: working, rolls: [0, -HeadPose.sweep, HeadPose.sweep], enough: Suspicion.enough)
  }

  private func isFollowed(_ box: FaceBox) -> Bool {
    tracks.contains { $0.isFollowed && $0.box.isSame(as: box) }
  }

  private func face(_ track: FaceTrack, in working: WorkingPicture) -> FaceObject {
    let angles = layout.options.angles
    return FaceObject(
      faceID: track.id ?? 0, bounds: track.place.bounds,
      rollAngle: track.pose.isRollKnown ? angles.roll(track.place.roll) : nil,
      yawAngle: track.pose.yaw.map(angles.yaw)
    ).transformed(by: working.toDevice)
  }
}
