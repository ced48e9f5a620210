import Glibc
import OpenCaptureMediaSamples

/// A verification of a candidate in a stream with a small number of scans.
///
/// A false detection passes only one cascade, or only in one orientation. Therefore the votes are multiplied. They
/// are the geometric mean of the window counts of three cascades, each the smaller of original and mirrored. A
/// profile must also have some windows of the frontal cascades. The verification ends as soon as a count is zero,
/// so most candidates cost one scan and a clear face costs two. Faces that are smoother than most count less; see
/// ``FineDetail``.
struct CandidateVerifier: Sendable {
  let engine: any FaceEngine

  /// The result of a verification.
  struct Finding: Sendable, Hashable {
    /// The votes for a face, in windows.
    var votes = 0.0
    /// The mean of the first cascade's windows; nil if it found none.
    var box: FaceBox?
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
    let votes = try aspect == .frontal ? frontalVotes(windows.count, &scan) : profileVotes(windows.count, &scan)
    return try Finding(
      votes: votes > 0 ? votes * weight(&scan) : 0, box: WindowCluster.mean(of: windows).box, scans: scan.count)
  }

  /// Returns the position of a profile, if a verified frontal face is more likely a profile.
  ///
  /// The first cascade also finds parts of profiles, but off their centre. Takes two scans.
  func profile(at box: FaceBox, votes: Double, in working: WorkingPicture) throws -> FaceSearch.Candidate? {
    guard votes < Double(Self.sufficientVotes) else { return nil }
    var scan = scan(at: box, in: working)
    let sides = try [FaceSide.left, .right].map { aspect in
      (aspect, try scan.boxes(for: .profile, isMirrored: aspect.isMirrored))
    }
    guard let (aspect, windows) = sides.max(by: { $0.1.count < $1.1.count }), Double(windows.count) > 2 * votes
    else { return nil }
    return FaceSearch.Candidate(box: WindowCluster.mean(of: windows).box, aspect: aspect)
  }

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

  /// Returns the weight of the votes: less than 1 if the face has less detail than most.
  private func weight(_ scan: inout WindowScan) throws -> Double {
    try min(1, pow(FineDetail(of: scan.pixels(), side: Self.faceSide).value, 0.7))
  }

  /// Returns the votes of a candidate with windows of the first cascade.
  private func frontalVotes(_ first: Int, _ scan: inout WindowScan) throws -> Double {
    let second = try scan.boxes(for: .confirmation).count
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

  /// Returns the votes of a candidate with windows of the profile cascade.
  private func profileVotes(_ first: Int, _ scan: inout WindowScan) throws -> Double {
    min(Double(first) / 2, try Double(scan.boxes(for: .frontal).count + scan.boxes(for: .confirmation).count))
  }
}
