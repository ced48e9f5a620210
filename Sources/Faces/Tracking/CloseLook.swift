import Glibc
import OpenCaptureMediaSamples

/// Looks closely at a place where a scan suspects a face.
///
/// What resembles a face by chance does so for one cascade, or in one direction: so votes are multiplied. They are the
/// geometric mean of how many windows three cascades have, plainly or in the mirror, whichever are fewer. What looks away
/// must look like a profile, and a little like a frontal face, too. What there is nothing of ends the look, so most cost
/// one scan, and a plain face costs two. What is smoother than most faces counts for less; see ``FineDetail``.
struct CloseLook: Sendable {
  let engine: any FaceEngine

  /// What a look came to.
  struct Finding: Sendable, Hashable {
    /// What speaks for a face, in windows.
    var votes = 0.0
    /// The mean of the windows that were asked for first; nil where there are none.
    var box: FaceBox?
    /// How many times a cascade went over the place.
    var scans = 0
  }

  /// The scans of a usual look at a face.
  static let usualScans = 4
  /// So many windows of two cascades nothing has by chance.
  private static let plenty = 20

  /// Looks at a place.
  func finding(at box: FaceBox, aspect: FaceAspect, in working: WorkingPicture) throws -> Finding {
    var look = Look(engine: engine, working: working, box: box)
    let windows = try look.boxes(for: aspect.view, isMirrored: aspect.isMirrored)
    guard !windows.isEmpty else { return Finding(scans: look.scans) }
    let votes = try aspect == .frontal ? look.frontalVotes(windows.count) : look.profileVotes(windows.count)
    return try Finding(
      votes: votes > 0 ? votes * look.weight() : 0, box: WindowCluster.mean(of: windows).box, scans: look.scans)
  }

  /// Where a face is that looks away, if what a look found is rather that than one that looks into the camera.
  ///
  /// The first cascade finds parts of such a face, too, but off its middle. Takes two scans.
  func profile(at box: FaceBox, votes: Double, in working: WorkingPicture) throws -> FaceSearch.Candidate? {
    guard votes < Double(Self.plenty) else { return nil }
    var look = Look(engine: engine, working: working, box: box)
    let sides = try [FaceAspect.left, .right].map { aspect in
      (aspect, try look.boxes(for: .profile, isMirrored: aspect.isMirrored))
    }
    guard let (aspect, windows) = sides.max(by: { $0.1.count < $1.1.count }), Double(windows.count) > 2 * votes
    else { return nil }
    return FaceSearch.Candidate(box: WindowCluster.mean(of: windows).box, aspect: aspect)
  }

  /// One look on its way.
  private struct Look {
    let engine: any FaceEngine
    let working: WorkingPicture
    let box: FaceBox
    var scans = 0
    private var plain: PixelBuffer?
    private var mirrored: PixelBuffer?

    /// The side of the window that is looked at, and of the face in it.
    private static let (side, faceSide) = (102, 64)

    init(engine: any FaceEngine, working: WorkingPicture, box: FaceBox) {
      (self.engine, self.working, self.box) = (engine, working, box)
    }

    private func window(isMirrored: Bool) -> CanonicalWindow {
      CanonicalWindow(box: box, side: Self.side, faceSide: Self.faceSide, isMirrored: isMirrored)
    }

    /// The pixels of the window; they are sampled once.
    private mutating func pixels(isMirrored: Bool) throws -> PixelBuffer {
      if let pixels = isMirrored ? mirrored : plain { return pixels }
      let pixels =
        try isMirrored
        ? self.pixels(isMirrored: false).uprightCopy(.upMirrored) : window(isMirrored: false).pixels(of: working)
      if isMirrored { mirrored = pixels } else { plain = pixels }
      return pixels
    }

    /// How much a look counts that found something: less where there is less detail than in most faces.
    mutating func weight() throws -> Double {
      try min(1, pow(FineDetail(of: pixels(isMirrored: false), side: Self.faceSide).value, 0.7))
    }

    /// The windows that can be the face in the middle.
    ///
    /// A little more than what can be is looked at, and the face is made three times as large as the cascades' window,
    /// because OpenCV leaves out every second pixel below twice.
    mutating func boxes(for view: FaceView, isMirrored: Bool = false) throws -> [FaceBox] {
      scans += 1
      let window = window(isMirrored: isMirrored)
      return try engine.windows(in: pixels(isMirrored: isMirrored), view: view, sizes: 48...90, step: 1.1).filter {
        FaceBox($0).overlap(window.expected) > 0.4
      }.map { window.place($0) }
    }

    /// The votes of a place where the first cascade has some windows.
    mutating func frontalVotes(_ first: Int) throws -> Double {
      let second = try boxes(for: .confirmation).count
      if min(first, second) >= CloseLook.plenty { return Double(min(first, second)) }
      var product = Double(1 + min(first, try boxes(for: .frontal, isMirrored: true).count))
      product *= try Double(1 + (second == 0 ? 0 : min(second, boxes(for: .confirmation, isMirrored: true).count)))
      guard product > 1 else { return 0 }
      let third = try boxes(for: .arbitration).count
      product *= try Double(1 + (third == 0 ? 0 : min(third, boxes(for: .arbitration, isMirrored: true).count)))
      return cbrt(product) - 1
    }

    /// The votes of a place where the profile cascade has some windows.
    mutating func profileVotes(_ first: Int) throws -> Double {
      min(Double(first) / 2, try Double(boxes(for: .frontal).count + boxes(for: .confirmation).count))
    }
  }
}
