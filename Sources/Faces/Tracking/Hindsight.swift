/// The last frames, in which a face that was found can be followed back to where it came from.
struct Hindsight: Sendable {
  private struct Memory: Sendable {
    let moment: TrackingSession.Moment
    /// The faces that were shown.
    let shown: [FaceBox]
  }

  /// How many frames it goes back.
  let depth: Int
  private var memories: [Memory] = []

  init(depth: Int) { self.depth = depth }

  /// Remembers a frame and the faces that were shown, and forgets the oldest.
  mutating func remember(_ moment: TrackingSession.Moment, shown: [FaceBox]) {
    guard depth > 0 else { return }
    if memories.count == depth { memories.removeFirst() }
    memories.append(Memory(moment: moment, shown: shown))
  }

  /// Forgets everything, after a cut.
  mutating func forget() { memories = [] }

  /// Where a face was, and in which frames, from one frame ago on, as far as it was seen.
  ///
  /// - Parameters:
  ///   - found: The face.
  ///   - moment: The frame that it is in now.
  ///   - window: What looks for it.
  func places(
    of found: FaceTrack, in moment: TrackingSession.Moment, window: FaceWindow
  ) throws -> [(place: FaceBox, moment: TrackingSession.Moment)] {
    var track = FaceTrack(at: found.box, aspect: found.aspect)
    var later = moment
    var (places, seen): ([(place: FaceBox, moment: TrackingSession.Moment)], Int) = ([], 0)
    for memory in memories.reversed() {
      let (working, seconds) = (memory.moment.working, later.interval)
      track.advance(
        by: try window.flow(of: track.box, from: later.working, to: working), isCovered: false, after: seconds)
      // There it was known already, or someone else was.
      if memory.shown.contains(where: { $0.isSame(as: track.box) }) { break }
      try look(for: &track, in: working, window)
      guard track.isFollowed else { break }
      track.smooth(after: seconds)
      places.append((track.place, memory.moment))
      if track.unseen == 0 { seen = places.count }
      later = memory.moment
    }
    return Array(places.prefix(seen))
  }

  private func look(for track: inout FaceTrack, in working: WorkingPicture, _ window: FaceWindow) throws {
    let sight = try window.sight(of: track, in: working)
    let sightings = WindowCluster.clusters(of: sight.boxes).map {
      SightingAssignment.Sighting(face: 0, box: $0.box)
    }
    if let box = SightingAssignment.assign(sightings, to: [track.box])[0] {
      track.see(box, isExact: sight.isExact)
    } else {
      track.miss()
    }
  }
}
