import Glibc
import OpenCaptureMediaSamples

/// A verifier for candidates of a scan.
///
/// A real face passes both frontal cascades in many windows around the same place, both in the picture and in its
/// mirror image. Other objects that resemble a face fail at least one of these tests. The evidence is (1 + a) · (1
/// + b). Here a and b are the window counts of the two cascades at the best rotation. Each is the smaller of the
/// original and the mirrored count.
///
/// Several rotations give chance several tries. Therefore a face is verified once more at its final position, and
/// smooth regions count less; see ``confirm(_:in:)``.
struct FaceVerifier: Sendable {
  let engine: any FaceEngine

  /// The side of the face in the window, in pixels.
  private static let faceSide = 64
  /// The number of scans for one rotation and its confirmation.
  static let usualScans = 7
  /// The evidence above which the mirror image needn't be tested.
  private static let sufficientEvidence = 900

  private func scan(at box: FaceBox, in working: WorkingPicture) -> WindowScan {
    WindowScan(
      engine: engine, working: working, window: CanonicalWindow(box: box, side: 98, faceSide: Self.faceSide),
      step: 1.08)
  }

  /// Verifies a candidate at rotations in degrees relative to its box.
  func verificationResult(
    on box: FaceBox, in working: WorkingPicture, rolls: [Double]
  ) throws -> FaceVerification? {
    let box = try centered(box, in: working)
    var tests: [RotationTest] = []
    let isSwept = rolls.count > 1
    for roll in rolls {
      var turned = box
      turned.roll += roll
      if let test = try test(turned, in: working) { tests.append(test) }
    }
    // If the best rotation is at the end of the range, test one step further.
    if isSwept, let most = tests.max(by: { $0.support < $1.support })?.roll, abs(most - box.roll) > 10 {
      var further = box
      further.roll = 2 * most - box.roll
      if let test = try test(further, in: working) { tests.append(test) }
    }
    guard let best = tests.max(by: { $0.support < $1.support }) else { return nil }
    let first = tests.map(\.first).max() ?? 0
    let second = tests.map(\.second).max() ?? 0
    var face = WindowCluster.mean(of: best.boxes).box
    let roll = isSwept ? RollEstimate.centroid(tests.map { ($0.roll, Double($0.support)) }) : nil
    face.roll = roll ?? box.roll
    return FaceVerification(
      evidence: Double((1 + first) * (1 + second)), box: face, roll: roll, frontalVotes: Double(best.support) / 4)
  }

  /// Moves and scales a candidate to the face that the first cascade sees, because a scan finds few windows.
  private func centered(_ box: FaceBox, in working: WorkingPicture) throws -> FaceBox {
    var scan = scan(at: box, in: working)
    let found = try scan.boxes(for: .frontal, overlap: 0.35)
    return found.isEmpty ? box : WindowCluster.mean(of: found).box
  }

  /// The result of the frontal cascades at one rotation.
  private struct RotationTest {
    let roll: Double
    /// The window counts of the two cascades, each the smaller of original and mirrored.
    let first, second: Int
    let boxes: [FaceBox]
    /// The number of windows, original and mirrored.
    let support: Int
  }

  /// Tests one rotation; nil if the first cascade finds nothing.
  private func test(_ box: FaceBox, in working: WorkingPicture) throws -> RotationTest? {
    var scan = scan(at: box, in: working)
    let first = try scan.boxes(for: .frontal)
    guard !first.isEmpty else { return nil }
    let second = try scan.boxes(for: .confirmation)
    let boxes = first + second
    // With so many windows, the mirror image would add no information.
    if (1 + first.count) * (1 + second.count) >= Self.sufficientEvidence {
      return RotationTest(
        roll: box.roll, first: first.count, second: second.count, boxes: boxes, support: 2 * boxes.count)
    }
    let mirroredFirst = try scan.boxes(for: .frontal, isMirrored: true)
    let mirroredSecond = try scan.boxes(for: .confirmation, isMirrored: true)
    return RotationTest(
      roll: box.roll, first: min(first.count, mirroredFirst.count),
      second: min(second.count, mirroredSecond.count), boxes: boxes + mirroredFirst + mirroredSecond,
      support: boxes.count + mirroredFirst.count + mirroredSecond.count)
  }

  /// Weighs the evidence again with a test at the final position of the face.
  ///
  /// The result is √evidence · (1 + c) · d^1.5. Here c is the window count of the second cascade, the smaller of
  /// original and mirrored, and d is the amount of fine detail.
  func confirm(_ verdict: inout FaceVerification, in working: WorkingPicture) throws {
    var scan = scan(at: verdict.box, in: working)
    let votes = try scan.boxes(for: .confirmation).count
    let mirrored = try scan.boxes(for: .confirmation, isMirrored: true).count
    let detail = FineDetail(of: try scan.pixels(), side: Self.faceSide).value
    verdict.evidence = verdict.evidence.squareRoot() * Double(1 + min(votes, mirrored)) * pow(detail, 1.5)
  }

  /// Adds the window counts of the profile cascade.
  func addProfile(to verdict: inout FaceVerification, in working: WorkingPicture) throws {
    var scan = scan(at: verdict.box, in: working)
    verdict.leftVotes = try scan.boxes(for: .profile).count
    verdict.rightVotes = try scan.boxes(for: .profile, isMirrored: true).count
  }
}

/// The result of verifying a candidate.
struct FaceVerification: Sendable, Hashable {
  /// The evidence of a frontal face, 0 or more; see ``FaceVerifier``.
  var evidence: Double
  /// The exact position of the face.
  var box: FaceBox
  /// The tilt of the head, in degrees; nil if only one rotation was tried.
  var roll: Double?
  /// The numbers of profile cascade windows for a face looking left and right.
  var leftVotes = 0
  var rightVotes = 0
  /// The mean number of windows of the frontal cascades, original and mirrored.
  var frontalVotes = 0.0

  /// The rotation of the head to the side, in degrees; nil if too few windows were found.
  var yaw: Double? { YawEstimate.yaw(left: Double(leftVotes), right: Double(rightVotes), frontal: frontalVotes) }
}
