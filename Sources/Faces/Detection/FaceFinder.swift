import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Finds the faces of a working picture: what a detector does once the picture is upright and small enough.
struct FaceFinder: Sendable {
  let engine: any FaceEngine
  let profile: DetectionProfile
  /// The size of the smallest face, in pixels of the working picture.
  let smallest: Double

  private var verifier: FaceVerifier { FaceVerifier(engine: engine) }

  /// The faces, the surest first.
  func faces(in working: WorkingPicture) throws -> [FaceVerdict] {
    var faces: [FaceVerdict] = []
    for candidate in try candidates(in: working) {
      try WorkLimit.check()
      // Around a face there is more than one candidate: where one was found, the others are the same.
      if faces.contains(where: { $0.box.isSame(as: candidate.cluster.box) }) { continue }
      guard let face = try judge(candidate, in: working) else { continue }
      if !faces.contains(where: { $0.box.isSame(as: face.box) }) { faces.append(face) }
    }
    return faces
  }

  /// A place where a scan suspects a face.
  private struct Candidate {
    let cluster: WindowCluster
    var isProfile = false
    /// Whether the scan that found it was turned: there are more of those, and more chances to err.
    var isTurned = false
  }

  /// Places to look at, those with most windows first; profiles after all others.
  private func candidates(in working: WorkingPicture) throws -> [Candidate] {
    var found: [Candidate] = []
    for roll in profile.scanRolls {
      let turned = try roll == 0 ? nil : TurnedPicture(working, roll: roll)
      let boxes = try scan(.frontal, turned?.working ?? working).map { turned?.place($0) ?? $0 }
      found += WindowCluster.clusters(of: boxes).map { Candidate(cluster: $0, isTurned: turned != nil) }
    }
    found.sort { $0.cluster.count > $1.cluster.count }
    guard profile.findsProfiles else { return found }
    for isMirrored in [false, true] {
      found += WindowCluster.clusters(of: try scan(.profile, working, isMirrored: isMirrored)).filter {
        $0.count >= profile.leastProfileWindows
      }.map { Candidate(cluster: $0, isProfile: true) }
    }
    return found
  }

  private func scan(_ view: FaceView, _ working: WorkingPicture, isMirrored: Bool = false) throws -> [FaceBox] {
    let scan = FaceScan(engine: engine, view: view, isMirrored: isMirrored)
    let least = max(smallest, Double(engine.smallestWindow(for: view)))
    return try FaceScan.sizes(from: least, to: Double(working.largestFace), step: profile.step).flatMap {
      try scan.windows(in: working, size: $0)
    }
  }

  private func judge(_ candidate: Candidate, in working: WorkingPicture) throws -> FaceVerdict? {
    let leastEvidence = profile.leastEvidence * (candidate.isTurned ? 5 : 1)
    let box = candidate.cluster.box
    if var face = try frontal(box, in: working, leastEvidence) {
      try verifier.addProfile(to: &face, in: working)
      return face
    }
    guard candidate.isProfile else { return nil }
    var face = FaceVerdict(evidence: 1, box: box)
    try verifier.addProfile(to: &face, in: working)
    return max(face.leftVotes, face.rightVotes) >= profile.leastProfileVotes ? face : nil
  }

  /// A face that looks into the camera at a place, where there is enough evidence of one.
  private func frontal(
    _ place: FaceBox, in working: WorkingPicture, _ leastEvidence: Double
  ) throws -> FaceVerdict? {
    var place = place
    for _ in 0..<2 {
      let face = try verifier.verdict(on: place, in: working, rolls: profile.verdictRolls)
      guard var face, face.evidence >= leastEvidence / 9 else { return nil }
      if face.evidence >= leastEvidence / 3 {
        try verifier.confirm(&face, in: working)
        return face.evidence >= leastEvidence ? face : nil
      }
      // Nearly: it may be off the middle. A face gains by looking where it is, and what is none hardly does.
      (place.center, place.size) = (face.box.center, face.box.size)
    }
    return nil
  }
}

extension FaceBox {
  /// Whether two boxes can't be two faces.
  func isSame(as other: FaceBox) -> Bool {
    overlap(other) > 0.3 || rect.contains(other.center) && other.size < size * 0.8
      || other.rect.contains(center) && size < other.size * 0.8
  }
}
