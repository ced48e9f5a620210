import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The detection of faces in a working picture, which is upright and scaled down.
struct FaceFinder: Sendable {
  let engine: any FaceEngine
  let profile: DetectionProfile
  /// The size of the smallest face, in pixels of the working picture.
  let smallest: Double

  private var verifier: FaceVerifier { FaceVerifier(engine: engine) }

  /// Returns the faces, the most certain first.
  func faces(in working: WorkingPicture) throws -> [FaceVerification] {
    var faces: [FaceVerification] = []
    for candidate in try candidates(in: working) {
      try WorkLimit.check()
      // A face has several candidates around it. Skip those that belong to a known face.
      if faces.contains(where: { $0.box.isSame(as: candidate.cluster.box) }) { continue }
      guard let face = try judge(candidate, in: working) else { continue }
      if !faces.contains(where: { $0.box.isSame(as: face.box) }) { faces.append(face) }
    }
    return faces
  }

  /// A candidate for a face, found by a scan.
  private struct Candidate {
    let cluster: WindowCluster
    var isProfile = false
    /// Whether the scan was rotated: such scans are more numerous and produce more false candidates.
    var isTurned = false
  }

  /// Returns the candidates in descending order of their window counts; profiles are last.
  private func candidates(in working: WorkingPicture) throws -> [Candidate] {
    var found: [Candidate] = []
    for roll in profile.scanRolls {
      let turned = try roll == 0 ? nil : RotatedPicture(working, roll: roll)
      let boxes = try scan(.frontal, turned?.working ?? working).map { turned?.place($0) ?? $0 }
      found += WindowCluster.clusters(of: boxes).map { Candidate(cluster: $0, isTurned: turned != nil) }
    }
    found.sort { $0.cluster.count > $1.cluster.count }
    guard profile.findsProfiles else { return found }
    for isMirrored in [false, true] {
      found += WindowCluster.clusters(of: try scan(.profile, working, isMirrored: isMirrored)).filter {
        $0.count >= profile.minimumProfileWindows
      }.map { Candidate(cluster: $0, isProfile: true) }
    }
    return found
  }

  private func scan(_ view: FaceView, _ working: WorkingPicture, isMirrored: Bool = false) throws -> [FaceBox] {
    let scan = FaceScan(engine: engine, view: view, isMirrored: isMirrored)
    let least = max(smallest, Double(engine.smallestWindow(for: view)))
    return try FaceScan.sizes(from: least, to: FaceScan.largestFace(in: working), step: profile.step).flatMap {
      try scan.windows(in: working, size: $0)
    }
  }

  private func judge(_ candidate: Candidate, in working: WorkingPicture) throws -> FaceVerification? {
    let minimumEvidence = profile.minimumEvidence * (candidate.isTurned ? 5 : 1)
    let box = candidate.cluster.box
    if var face = try frontal(box, in: working, minimumEvidence) {
      try verifier.addProfile(to: &face, in: working)
      return face
    }
    guard candidate.isProfile else { return nil }
    var face = FaceVerification(evidence: 1, box: box)
    try verifier.addProfile(to: &face, in: working)
    return max(face.leftVotes, face.rightVotes) >= profile.minimumProfileVotes ? face : nil
  }

  /// Returns a frontal face at a candidate, if the evidence is sufficient.
  private func frontal(
    _ place: FaceBox, in working: WorkingPicture, _ minimumEvidence: Double
  ) throws -> FaceVerification? {
    var place = place
    for _ in 0..<2 {
      let face = try verifier.verificationResult(on: place, in: working, rolls: profile.verificationRolls)
      guard var face, face.evidence >= minimumEvidence / 9 else { return nil }
      if face.evidence >= minimumEvidence / 3 {
        try verifier.confirm(&face, in: working)
        return face.evidence >= minimumEvidence ? face : nil
      }
      // The candidate may be off-centre. Verify again where the face was found: a real face gains evidence.
      place.center = face.box.center
      place.size = face.box.size
    }
    return nil
  }
}

extension FaceBox {
  /// Returns whether two boxes must be the same face.
  func isSame(as other: FaceBox) -> Bool {
    overlap(other) > 0.3 || rect.contains(other.center) && other.size < size * 0.8
      || other.rect.contains(center) && size < other.size * 0.8
  }
}
