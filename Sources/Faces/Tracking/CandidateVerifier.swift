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
    /// The number of scans.
    var scans = 0
  }

  /// The typical number of scans for a face.
  static let usualScans = 4
  /// The window count of two cascades that excludes a false detection.
  private static let sufficientVotes = 20

  /// Verifies a candidate.
  func finding(at box: FaceBox, aspect: FaceSide, in working: WorkingPicture) throws -> Finding {
    var run = Run(engine: engine, working: working, box: box)
    let windows = try run.boxes(for: aspect.view, isMirrored: aspect.isMirrored)
    guard !windows.isEmpty else { return Finding(scans: run.scans) }
    let votes = try aspect == .frontal ? run.frontalVotes(windows.count) : run.profileVotes(windows.count)
    return try Finding(
      votes: votes > 0 ? votes * run.weight() : 0, box: WindowCluster.mean(of: windows).box, scans: run.scans)
  }

  /// Returns the position of a profile, if a verified frontal face is more likely a profile.
  ///
  /// The first cascade also finds parts of profiles, but off their centre. Takes two scans.
  func profile(at box: FaceBox, votes: Double, in working: WorkingPicture) throws -> FaceSearch.Candidate? {
    guard votes < Double(Self.sufficientVotes) else { return nil }
    var run = Run(engine: engine, working: working, box: box)
    let sides = try [FaceSide.left, .right].map { aspect in
      (aspect, try run.boxes(for: .profile, isMirrored: aspect.isMirrored))
    }
    guard let (aspect, windows) = sides.max(by: { $0.1.count < $1.1.count }), Double(windows.count) > 2 * votes
    else { return nil }
    return FaceSearch.Candidate(box: WindowCluster.mean(of: windows).box, aspect: aspect)
  }

  /// A verification in progress.
  private struct Run {
    let engine: any FaceEngine
    let working: WorkingPicture
    let box: FaceBox
    var scans = 0
    private var plain: PixelBuffer?
    private var mirrored: PixelBuffer?

    /// The side of the examined window, in pixels.
    private static let side = 102
    /// The side of the face in the window, in pixels.
    private static let faceSide = 64

    init(engine: any FaceEngine, working: WorkingPicture, box: FaceBox) {
      self.engine = engine
      self.working = working
      self.box = box
    }

    private func window(isMirrored: Bool) -> CanonicalWindow {
      CanonicalWindow(box: box, side: Self.side, faceSide: Self.faceSide, isMirrored: isMirrored)
    }

    /// Returns the pixels of the window, which are rendered once.
    private mutating func pixels(isMirrored: Bool) throws -> PixelBuffer {
      if let pixels = isMirrored ? mirrored : plain { return pixels }
      let pixels =
        try isMirrored
        ? self.pixels(isMirrored: false).uprightCopy(.upMirrored) : window(isMirrored: false).pixels(of: working)
      if isMirrored { mirrored = pixels } else { plain = pixels }
      return pixels
    }

    /// Returns the weight of the votes: less than 1 if the face has less detail than most.
    mutating func weight() throws -> Double {
      try min(1, pow(FineDetail(of: pixels(isMirrored: false), side: Self.faceSide).value, 0.7))
    }

    /// Returns the windows that match the face in the centre.
    ///
    /// The window is a little larger than needed. The face is three times as large as the cascade's window, because
    /// OpenCV skips every second pixel below twice that size.
    mutating func boxes(for view: FaceView, isMirrored: Bool = false) throws -> [FaceBox] {
      scans += 1
      let window = window(isMirrored: isMirrored)
      return try engine.windows(in: pixels(isMirrored: isMirrored), view: view, sizes: 48...90, step: 1.1).filter {
        FaceBox($0).overlap(window.expected) > 0.4
      }.map { window.place($0) }
    }

    /// Returns the votes of a candidate with windows of the first cascade.
    mutating func frontalVotes(_ first: Int) throws -> Double {
      let second = try boxes(for: .confirmation).count
      if min(first, second) >= CandidateVerifier.sufficientVotes { return Double(min(first, second)) }
      var product = Double(1 + min(first, try boxes(for: .frontal, isMirrored: true).count))
      product *= try Double(1 + (second == 0 ? 0 : min(second, boxes(for: .confirmation, isMirrored: true).count)))
      guard product > 1 else { return 0 }
      let third = try boxes(for: .arbitration).count
      product *= try Double(1 + (third == 0 ? 0 : min(third, boxes(for: .arbitration, isMirrored: true).count)))
      return cbrt(product) - 1
    }

    /// Returns the votes of a candidate with windows of the profile cascade.
    mutating func profileVotes(_ first: Int) throws -> Double {
      min(Double(first) / 2, try Double(boxes(for: .frontal).count + boxes(for: .confirmation).count))
    }
  }
}
