import Glibc
import OpenCaptureMediaSamples

/// A verification of a candidate in a stream with a small number of scans.
///
/// A false detection passes only one cascade, or only in one orientation. Therefore the votes are multiplied. They
/// are the geometric mean of the window counts of three cascades, each the smaller of original and mirrored. A
/// profile must also have some windows of the frontal cascades, or many of its own. The verification ends as soon as
/// a count is zero, so most candidates cost one scan and a clear face costs two. Faces that are smoother than most
/// count less; see ``FineDetail``. The cascades of both views find a turned head. Therefore, an unclear candidate
/// is verified for both views.
struct CandidateVerifier: Sendable {
  let engine: any FaceEngine

  /// The result of a verification.
  struct Finding: Sendable, Hashable {
    /// The votes for a face, in windows.
    var votes = 0.0
    /// The mean of the windows of the view's cascade; nil if it found none.
    var box: FaceBox?
    /// The view with more votes.
    var aspect = FaceSide.frontal
    /// Whether the profile cascade has more windows than on other objects.
    var isCertainProfile = false
    var scans = 0
  }

  /// The typical number of scans for a face.
  static let usualScans = 4
  /// The window count of two cascades that excludes a false detection.
  private static let sufficientVotes = 20

  func finding(at box: FaceBox, aspect: FaceSide, in working: WorkingPicture) throws -> Finding {
    var scan = scan(at: box, in: working)
    let windows = try scan.boxes(for: aspect.view, isMirrored: aspect.isMirrored)
    guard !windows.isEmpty else { return Finding(scans: scan.count) }
    return try aspect == .frontal ? frontalFinding(windows, &scan) : profileFinding(windows, aspect, &scan)
  }

  /// Verifies a candidate with windows of the first cascade.
  private func frontalFinding(_ windows: [FaceBox], _ scan: inout WindowScan) throws -> Finding {
    let second = try scan.boxes(for: .confirmation).count
    let votes = try weighted(frontalVotes(windows.count, second, &scan), &scan)
    var finding = Finding(votes: votes, box: WindowCluster.mean(of: windows).box)
    if votes < CandidateEvidence.clearVotes {
      let (aspect, windows) = try profileWindows(&scan)
      let profileVotes = Self.profileVotes(windows.count)
      if profileVotes > votes {
        finding = Finding(
          votes: profileVotes, box: WindowCluster.mean(of: windows).box, aspect: aspect, isCertainProfile: true)
      }
    }
    finding.scans = scan.count
    return finding
  }

  /// Verifies a candidate with windows of the profile cascade.
  private func profileFinding(
    _ windows: [FaceBox], _ aspect: FaceSide, _ scan: inout WindowScan
  ) throws -> Finding {
    let frontal = try scan.boxes(for: .frontal)
    let second = try scan.boxes(for: .confirmation).count
    let profileVotes = Self.profileVotes(windows.count)
    let bothVotes = try weighted(min(Double(windows.count) / 2, Double(frontal.count + second)), &scan)
    let votes = max(bothVotes, profileVotes)
    var finding = Finding(
      votes: votes, box: WindowCluster.mean(of: windows).box, aspect: aspect, isCertainProfile: profileVotes > 0)
    if votes < CandidateEvidence.clearVotes, !frontal.isEmpty {
      // The frontal cascades also find parts of a profile, but off its centre. Only a clear face is no profile.
      let frontalVotes = try weighted(frontalVotes(frontal.count, second, &scan), &scan)
      if frontalVotes >= CandidateEvidence.clearVotes {
        finding = Finding(votes: frontalVotes, box: WindowCluster.mean(of: frontal).box)
      }
    }
    finding.scans = scan.count
    return finding
  }

  /// Returns the position of a profile, if a verified frontal face is more likely a profile.
  ///
  /// The first cascade also finds parts of profiles, but off their centre. Takes two scans.
  func profile(at box: FaceBox, votes: Double, in working: WorkingPicture) throws -> FaceSearch.Candidate? {
    guard votes < Double(Self.sufficientVotes) else { return nil }
    var scan = scan(at: box, in: working)
    let (aspect, windows) = try profileWindows(&scan)
    guard Double(windows.count) > 2 * votes else { return nil }
    return FaceSearch.Candidate(box: WindowCluster.mean(of: windows).box, aspect: aspect)
  }

  /// Returns the windows of the side with more windows of the profile cascade.
  private func profileWindows(_ scan: inout WindowScan) throws -> (aspect: FaceSide, windows: [FaceBox]) {
    let left = try scan.boxes(for: .profile)
    let right = try scan.boxes(for: .profile, isMirrored: true)
    return right.count > left.count ? (.right, right) : (.left, left)
  }

  /// The number of profile cascade windows that other objects have at most; see `Models/README.md`.
  private static let mostProfileWindows = 16

  /// Returns the votes of a profile without windows of the frontal cascades.
  private static func profileVotes(_ count: Int) -> Double { max(0, Double(count - mostProfileWindows) / 2) }

  /// The side of the face in the window, in pixels.
  private static let faceSide = 64

  /// Prepares the scans at a place.
  ///
  /// The face is three times as large as the cascade's window: below twice, OpenCV skips every second pixel.
  private func scan(at box: FaceBox, in working: WorkingPicture) -> WindowScan {
    WindowScan(
      engine: engine, working: working, window: CanonicalWindow(box: box, side: 102, faceSide: Self.faceSide),
      step: 1.1)
  }

  /// Returns the weighted votes: fewer if the face has less detail than most.
  private func weighted(_ votes: Double, _ scan: inout WindowScan) throws -> Double {
    guard votes > 0 else { return 0 }
    return try votes * min(1, pow(FineDetail(of: scan.pixels(), side: Self.faceSide).value, 0.7))
  }

  /// Returns the votes of a candidate with windows of the first two cascades.
  private func frontalVotes(_ first: Int, _ second: Int, _ scan: inout WindowScan) throws -> Double {
    if min(first, second) >= Self.sufficientVotes { return Double(min(first, second)) }
    var product = try Self.factor(first, .frontal, &scan)
    product *= try Self.factor(second, .confirmation, &scan)
    guard product > 1 else { return 0 }
    let third = try scan.boxes(for: .arbitration).count
    product *= try Self.factor(third, .arbitration, &scan)
    return cbrt(product) - 1
  }

  /// Returns the factor of a cascade: one more than the smaller of the original and the mirrored count.
  private static func factor(_ count: Int, _ view: FaceView, _ scan: inout WindowScan) throws -> Double {
    try Double(1 + (count == 0 ? 0 : min(count, scan.boxes(for: view, isMirrored: true).count)))
  }
}
