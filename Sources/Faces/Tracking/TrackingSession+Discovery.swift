/// The discovery of faces that aren't tracked yet.
extension TrackingSession {
  /// Searches for new faces, as far as the frame has time for it.
  mutating func discover(in moment: FrameContext, nextID: inout Int) throws {
    // A verification costs as much as a step of the search. At 30 fps, a frame has time for one of them.
    var scans = CandidateVerifier.usualScans * max(1, Int((moment.interval * 30).rounded()))
    pending = pending.filter { !isFollowed($0.box) }
    for index in suspects where scans > 0 { scans -= try verify(index, in: moment, nextID: &nextID) }
    while scans > 0, !pending.isEmpty {
      scans -= try verifyCandidate(pending.removeFirst(), in: moment, nextID: &nextID)
    }
    guard scans > CandidateVerifier.usualScans / 2 else { return }
    var search = self.search ?? makeSearch(in: moment.working)
    defer { self.search = search }
    let found = try search.candidates(
      in: moment.working, after: moment.interval, isFollowing: tracks.contains(where: \.isVisible))
    pending = Array(smallLast(pending + found, box: \.box).prefix(Self.mostPending))
  }

  /// The minimum side of a new face, in pixels of the frame.
  private static let smallestSide = 24.0

  private func makeSearch(in working: WorkingPicture) -> FaceSearch {
    let tiniest = max(scale.smallestFace * FaceTracker.Options.minimumOfUsual, Self.smallestSide * scale.factor)
    return FaceSearch(
      engine: engine, tiniest: tiniest, smallest: scale.smallestFace, largest: FaceScan.largestFace(in: working))
  }

  /// Returns a list with the smaller faces than usual last, because each can be another object more often.
  private func smallLast<Element>(_ list: [Element], box: (Element) -> FaceBox) -> [Element] {
    list.filter { box($0).size >= scale.smallestFace } + list.filter { box($0).size < scale.smallestFace }
  }

  /// The maximum number of waiting candidates; further ones will be found again.
  private static let mostPending = 8

  /// The unconfirmed faces to verify, the longest unverified first, but small ones last.
  private var suspects: [Int] {
    let due = tracks.indices.filter { tracks[$0].isVerificationDue }
    let sorted = due.sorted { tracks[$0].timeSinceSearch > tracks[$1].timeSinceSearch }
    return smallLast(sorted) { tracks[$0].box }
  }

  /// Verifies a new candidate and returns the number of scans.
  private mutating func verifyCandidate(
    _ candidate: FaceSearch.Candidate, in moment: FrameContext, nextID: inout Int
  ) throws -> Int {
    guard !isFollowed(candidate.box) else { return 0 }
    tracks.append(FaceTrack(at: candidate.box, aspect: candidate.aspect))
    return try verify(tracks.count - 1, in: moment, nextID: &nextID)
  }

  private mutating func verify(_ index: Int, in moment: FrameContext, nextID: inout Int) throws -> Int {
    let box = tracks[index].box
    let aspect = tracks[index].aspect
    let finding = try CandidateVerifier(engine: engine).finding(at: box, aspect: aspect, in: moment.working)
    if let box = finding.box { tracks[index].find(box, as: finding.aspect) }
    switch isFollowed(tracks[index].box, beside: index) ? .nothing : tracks[index].look(votes: finding.votes) {
    case .face: try confirm(index, votes: finding.votes, in: moment, nextID: &nextID)
    case .faint:
      // Other objects are faint, too, but rarely beside a clear face.
      if !finding.isCertainProfile, !hasClearFace { break }
      if try isVerified(index, in: moment) {
        try confirm(index, votes: finding.votes, in: moment, nextID: &nextID)
      } else {
        tracks[index].recordFailedVerification()
      }
      return finding.scans + FaceVerifier.usualScans
    case .suspect: break
    case .nothing: tracks[index].forget()
    }
    return finding.scans
  }

  /// Whether any tracked face had a clear verification.
  private var hasClearFace: Bool { tracks.contains { $0.isVisible && $0.isClear } }

  /// Returns whether an unconfirmed face has evidence like that of a detector, but less, because it was verified.
  ///
  /// Profiles have no such evidence, so they always pass.
  private func isVerified(_ index: Int, in moment: FrameContext) throws -> Bool {
    guard tracks[index].aspect == .frontal else { return true }
    let verifier = FaceVerifier(engine: engine)
    guard var face = try verifier.verificationResult(on: tracks[index].box, in: moment.working, rolls: [0]) else {
      return false
    }
    try verifier.confirm(&face, in: moment.working)
    return face.evidence >= Self.minimumEvidence
  }

  /// The minimum evidence for a face without a clear verification; see ``FaceVerification/evidence``.
  private static let minimumEvidence = 100.0

  private mutating func confirm(_ index: Int, votes: Double, in moment: FrameContext, nextID: inout Int) throws {
    let profile = try CandidateVerifier(engine: engine).profile(
      at: tracks[index].box, votes: votes, in: moment.working)
    if let profile { tracks[index].find(profile.box, as: profile.aspect) }
    identify(index, nextID: &nextID)
    try trackBackwards(from: tracks[index], in: moment)
  }

  /// Tracks a new face backwards through preceding frames.
  private mutating func trackBackwards(from track: FaceTrack, in moment: FrameContext) throws {
    let places = try hindsight.places(of: track, in: moment, window: window)
    lateFaces += places.enumerated().map { ($0 + 1, $1.moment.face(track.id ?? 0, at: $1.place)) }
  }

  /// Assigns the number of the nearest lost face, or a new number.
  private mutating func identify(_ index: Int, nextID: inout Int) {
    let found = tracks[index].box
    let lost = tracks.indices.filter { tracks[$0].canMatch(found) }
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
