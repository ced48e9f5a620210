/// The most recent frames, for tracking a new face backwards.
struct FrameHistory: Sendable {
  let depth: Int
  /// The frames with their reported faces.
  private var memories: [(moment: TrackingSession.FrameContext, shown: [FaceBox])] = []

  init(depth: Int) { self.depth = depth }

  /// Stores a frame and its reported faces, and removes the oldest frame if necessary.
  mutating func remember(_ moment: TrackingSession.FrameContext, shown: [FaceBox]) {
    guard depth > 0 else { return }
    if memories.count == depth { memories.removeFirst() }
    memories.append((moment, shown))
  }

  /// Removes all frames after a scene cut.
  mutating func forget() { memories = [] }

  /// Returns the positions of a face of the current frame in preceding frames, the latest first.
  func places(
    of found: FaceTrack, in moment: TrackingSession.FrameContext, window: FaceWindow
  ) throws -> [(place: FaceBox, moment: TrackingSession.FrameContext)] {
    var track = FaceTrack(at: found.box, aspect: found.aspect)
    var later = moment
    var places: [(place: FaceBox, moment: TrackingSession.FrameContext)] = []
    var seen = 0
    for memory in memories.reversed() {
      let working = memory.moment.working
      let seconds = later.interval
      track.advance(
        by: try FaceWindow.flow(of: track.box, from: later.working, to: working), isCovered: false, after: seconds)
      // Stop where this face, or another in its place, was already reported.
      if memory.shown.contains(where: { $0.isSame(as: track.box) }) { break }
      try look(for: &track, in: working, window)
      guard track.isFollowed else { break }
      track.smooth(after: seconds)
      places.append((track.place, memory.moment))
      if track.timeSinceDetection == 0 { seen = places.count }
      later = memory.moment
    }
    return Array(places.prefix(seen))
  }

  private func look(for track: inout FaceTrack, in working: WorkingPicture, _ window: FaceWindow) throws {
    let sight = try window.sight(of: track, in: working)
    let sightings = WindowCluster.clusters(of: sight.boxes).map {
      DetectionAssignment.Sighting(face: 0, box: $0.box)
    }
    if let box = DetectionAssignment.assign(sightings, to: [track.box])[0] {
      track.see(box, isExact: sight.isExact)
    } else {
      track.miss()
    }
  }
}
