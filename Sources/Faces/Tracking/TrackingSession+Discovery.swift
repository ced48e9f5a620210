/// Discovering faces that aren't followed yet.
extension TrackingSession {
  /// Looks for faces that aren't followed yet, as far as it is their turn.
  mutating func discover(in moment: Moment, nextID: inout Int) throws {
    // A close look costs as much as a step of the search does: in a frame of a usual stream there is one or the other.
    var scans = CloseLook.usualScans * max(1, Int((moment.interval * 30).rounded()))
    pending = pending.filter { !isFollowed($0.box) }
    for index in suspects where scans > 0 { scans -= try doubt(index, in: moment, nextID: &nextID) }
    while scans > 0, !pending.isEmpty { scans -= try consider(pending.removeFirst(), in: moment, nextID: &nextID) }
    guard scans > CloseLook.usualScans / 2 else { return }
    var search =
      self.search
      ?? FaceSearch(
        engine: engine, smallest: scale.smallestFace, largest: Double(moment.working.largestFace))
    defer { self.search = search }
    let found = try search.candidates(
      in: moment.working, after: moment.interval, isFollowing: tracks.contains(where: \.isVisible))
    pending += found.prefix(Self.mostPending - pending.count)
  }

  /// More places than this have to be found again.
  private static let mostPending = 8

  /// What may be a face, what was not looked at for longest first.
  private var suspects: [Int] {
    tracks.indices.filter { tracks[$0].id == nil }.sorted { tracks[$0].unlooked > tracks[$1].unlooked }
  }

  /// Looks closely at a place where there may be a face.
  ///
  /// - Returns: How many scans that took.
  private mutating func consider(
    _ candidate: FaceSearch.Candidate, in moment: Moment, nextID: inout Int
  ) throws -> Int {
    guard !isFollowed(candidate.box) else { return 0 }
    tracks.append(FaceTrack(at: candidate.box, aspect: candidate.aspect))
    return try doubt(tracks.count - 1, in: moment, nextID: &nextID)
  }

  /// Looks once more at what may be a face.
  private mutating func doubt(_ index: Int, in moment: Moment, nextID: inout Int) throws -> Int {
    let (box, aspect) = (tracks[index].box, tracks[index].aspect)
    let finding = try CloseLook(engine: engine).finding(at: box, aspect: aspect, in: moment.working)
    if let box = finding.box { tracks[index].find(box, as: aspect) }
    switch isFollowed(tracks[index].box, beside: index) ? .nothing : tracks[index].look(votes: finding.votes) {
    case .face: try admit(index, votes: finding.votes, in: moment, nextID: &nextID)
    case .faint:
      if try isVerified(index, in: moment) {
        try admit(index, votes: finding.votes, in: moment, nextID: &nextID)
      } else {
        tracks[index].refute()
      }
      return finding.scans + FaceVerifier.usualScans
    case .suspect: break
    case .nothing: tracks[index].forget()
    }
    return finding.scans
  }

  /// Whether what may be a face has the evidence that a detector would ask for, though less of it: it was seen more often.
  ///
  /// What looks away has none; there the looks have to do.
  private func isVerified(_ index: Int, in moment: Moment) throws -> Bool {
    guard tracks[index].aspect == .frontal else { return true }
    let verifier = FaceVerifier(engine: engine)
    guard var face = try verifier.verdict(on: tracks[index].box, in: moment.working, rolls: [0]) else {
      return false
    }
    try verifier.confirm(&face, in: moment.working)
    return face.evidence >= layout.profile.leastEvidence
  }

  /// Takes what may be a face for one.
  private mutating func admit(_ index: Int, votes: Double, in moment: Moment, nextID: inout Int) throws {
    let profile = try CloseLook(engine: engine).profile(at: tracks[index].box, votes: votes, in: moment.working)
    if let profile { tracks[index].find(profile.box, as: profile.aspect) }
    identify(index, nextID: &nextID)
    try lookBack(from: tracks[index], in: moment)
  }

  /// Follows a face that was found back to where it came from.
  private mutating func lookBack(from track: FaceTrack, in moment: Moment) throws {
    let places = try hindsight.places(of: track, in: moment, window: window)
    lateFaces += places.enumerated().map { index, found in
      (index + 1, found.moment.face(track.id ?? 0, at: found.place))
    }
  }

  /// Gives a face its number: that of the face that was lost nearest to there, or a new one.
  private mutating func identify(_ index: Int, nextID: inout Int) {
    let found = tracks[index].box
    let lost = tracks.indices.filter { tracks[$0].canBe(found) }
      .min { tracks[$0].box.distance(to: found) < tracks[$1].box.distance(to: found) }
    if let lost, let id = tracks[lost].id {
      tracks[index].identify(as: id)
      tracks[lost].forget()
    } else {
      tracks[index].identify(as: nextID)
      nextID += 1
    }
  }
}
