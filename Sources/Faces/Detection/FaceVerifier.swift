import Glibc
import OpenCaptureMediaSamples

/// Looks closely at places where a scan suspects a face.
///
/// A face is found by both frontal cascades, by many windows about the same place, as it is and in the mirror. What
/// resembles one by chance lacks at least one of these. The evidence is (1 + a) · (1 + b), where a and b are how many
/// windows either cascade has plainly and in the mirror, whichever are fewer, at the tilt where they are most.
///
/// Among so many tilts chance has many tries: what passes is looked at once more, as it was found to be in the end, and
/// what is smooth counts for less; see ``confirm(_:in:)``.
struct FaceVerifier: Sendable {
  let engine: any FaceEngine

  /// The window that is looked at: three fifths of its side are the face.
  static let (side, faceSide) = (98, 64)
  /// The scans of a verdict in one tilt, and its confirmation.
  static let usualScans = 7
  /// So much nothing has by chance: a look into the mirror isn't needed.
  private static let plenty = 900
  private static let (sizes, step) = (48...90, 1.08)

  /// The windows that mean the face in the middle.
  func votes(for view: FaceView, in window: CanonicalWindow, _ pixels: PixelBuffer) throws -> [FaceBox] {
    let expected = window.expected
    return try engine.windows(in: pixels, view: view, sizes: Self.sizes, step: Self.step).filter {
      FaceBox($0).overlap(expected) > 0.4
    }.map { window.place($0) }
  }

  /// What there is at a place.
  ///
  /// - Parameters:
  ///   - box: The place.
  ///   - working: The picture.
  ///   - rolls: The tilts to look at, in degrees against the box's.
  func verdict(on box: FaceBox, in working: WorkingPicture, rolls: [Double]) throws -> FaceVerdict? {
    let box = try centered(box, in: working)
    var looks: [Look] = []
    let isSwept = rolls.count > 1
    for roll in rolls {
      var turned = box
      turned.roll += roll
      if let look = try look(at: turned, in: working) { looks.append(look) }
    }
    // Heads tilted further than the sweep goes: one step more tells how far.
    if isSwept, let most = looks.max(by: { $0.support < $1.support })?.roll, abs(most - box.roll) > 10 {
      var further = box
      further.roll = 2 * most - box.roll
      if let look = try look(at: further, in: working) { looks.append(look) }
    }
    guard let best = looks.max(by: { $0.support < $1.support }) else { return nil }
    let first = looks.map(\.first).max() ?? 0
    let second = looks.map(\.second).max() ?? 0
    var face = WindowCluster.mean(of: best.boxes).box
    let roll = isSwept ? RollEstimate.centroid(looks.map { ($0.roll, Double($0.support)) }) : nil
    face.roll = roll ?? box.roll
    return FaceVerdict(
      evidence: Double((1 + first) * (1 + second)), box: face, roll: roll, frontalVotes: Double(best.support) / 4)
  }

  /// The place moved and scaled to where the first cascade sees the face; as it is where it sees none.
  ///
  /// A scan finds few windows, and their mean may be off the face.
  private func centered(_ box: FaceBox, in working: WorkingPicture) throws -> FaceBox {
    let window = CanonicalWindow(box: box, side: Self.side, faceSide: Self.faceSide)
    let found = try engine.windows(
      in: window.pixels(of: working), view: .frontal, sizes: Self.sizes, step: Self.step
    ).filter { FaceBox($0).overlap(window.expected) > 0.35 }.map { window.place($0) }
    return found.isEmpty ? box : WindowCluster.mean(of: found).box
  }

  /// What the frontal cascades say at one tilt.
  private struct Look {
    let roll: Double
    /// The windows of either, whichever are fewer of plain and mirrored.
    let first, second: Int
    let boxes: [FaceBox]
    /// How many windows there are, plain and mirrored.
    let support: Int
  }

  /// nil where the first cascade has nothing.
  private func look(at box: FaceBox, in working: WorkingPicture) throws -> Look? {
    var window = CanonicalWindow(box: box, side: Self.side, faceSide: Self.faceSide)
    let plain = try window.pixels(of: working)
    let first = try votes(for: .frontal, in: window, plain)
    guard !first.isEmpty else { return nil }
    let second = try votes(for: .confirmation, in: window, plain)
    let boxes = first + second
    // So many windows nothing has by chance: a look into the mirror would tell nothing new.
    if (1 + first.count) * (1 + second.count) >= Self.plenty {
      return Look(
        roll: box.roll, first: first.count, second: second.count, boxes: boxes, support: 2 * boxes.count)
    }
    window.isMirrored = true
    let mirrored = try plain.uprightCopy(.upMirrored)
    let mirroredFirst = try votes(for: .frontal, in: window, mirrored)
    let mirroredSecond = try votes(for: .confirmation, in: window, mirrored)
    return Look(
      roll: box.roll, first: min(first.count, mirroredFirst.count),
      second: min(second.count, mirroredSecond.count), boxes: boxes + mirroredFirst + mirroredSecond,
      support: boxes.count + mirroredFirst.count + mirroredSecond.count)
  }

  /// Weighs the evidence again, by one more look at where and how the face was found to be.
  ///
  /// It becomes √evidence · (1 + c) · d^1.5: c is how many windows the second cascade has there, plainly and in the mirror,
  /// whichever are fewer, and d how much detail there is.
  func confirm(_ verdict: inout FaceVerdict, in working: WorkingPicture) throws {
    var window = CanonicalWindow(box: verdict.box, side: Self.side, faceSide: Self.faceSide)
    let plain = try window.pixels(of: working)
    let votes = try votes(for: .confirmation, in: window, plain).count
    window.isMirrored = true
    let mirrored = try self.votes(for: .confirmation, in: window, plain.uprightCopy(.upMirrored)).count
    let detail = FineDetail(of: plain, side: Self.faceSide).value
    verdict.evidence = verdict.evidence.squareRoot() * Double(1 + min(votes, mirrored)) * pow(detail, 1.5)
  }

  /// Adds what the profile cascade says about a place.
  func addProfile(to verdict: inout FaceVerdict, in working: WorkingPicture) throws {
    var window = CanonicalWindow(box: verdict.box, side: Self.side, faceSide: Self.faceSide)
    let plain = try window.pixels(of: working)
    verdict.leftVotes = try votes(for: .profile, in: window, plain).count
    window.isMirrored = true
    verdict.rightVotes = try votes(for: .profile, in: window, plain.uprightCopy(.upMirrored)).count
  }
}
