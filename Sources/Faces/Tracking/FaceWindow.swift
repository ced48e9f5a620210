import COpenCaptureOpenCV
import OpenCaptureMediaSamples

/// Looks at the place where a face should be: small windows, so that it costs little.
struct FaceWindow: Sendable {
  let engine: any FaceEngine

  /// The window that faces are found in again: a little more than half of its side is the face.
  private static let (side, faceSide, sizes, step) = (68, 46, 38...56, 1.1)
  /// The window in which points are followed.
  private static let (flowSide, flowFaceSide) = (64, 32)

  /// The side of the face in the window in which points are followed, in its pixels.
  static var flowScale: Double { Double(flowFaceSide) }

  /// The windows of a cascade that can be the face in the middle.
  func boxes(for view: FaceView, at box: FaceBox, in working: WorkingPicture, isMirrored: Bool = false) throws
    -> [FaceBox]
  {
    let window = CanonicalWindow(box: box, side: Self.side, faceSide: Self.faceSide, isMirrored: isMirrored)
    let expected = window.expected
    return try engine.windows(
      in: window.pixels(of: working), view: view, sizes: Self.sizes, step: Self.step
    ).filter { FaceBox($0).overlap(expected) > 0.4 }.map { window.place($0) }
  }

  /// What can be a followed face, from the view that tells its place best.
  struct Sight: Sendable, Hashable {
    var boxes: [FaceBox]
    /// How many windows the first cascade has.
    var frontal: Int
    /// Whether the windows tell the place well: those of what it doesn't look like are off the middle.
    var isExact = true
  }

  /// Looks for a face where it should be.
  func sight(of track: FaceTrack, in working: WorkingPicture) throws -> Sight {
    let frontal = try boxes(for: .frontal, at: track.box, in: working)
    let gaze = track.gaze
    if gaze == .frontal, !frontal.isEmpty { return Sight(boxes: frontal, frontal: frontal.count) }
    if gaze != .frontal, track.isFollowed {
      let boxes = try boxes(for: .profile, at: track.box, in: working, isMirrored: gaze.isMirrored)
      if boxes.count > 2 * frontal.count { return Sight(boxes: boxes, frontal: frontal.count) }
    }
    return try Sight(
      boxes: frontal.isEmpty ? otherBoxes(of: track, in: working) : frontal, frontal: frontal.count,
      isExact: false)
  }

  /// The windows that can be a face where neither the first cascade sees one nor what tells its gaze: what else may see
  /// it, the likelier first.
  private func otherBoxes(of track: FaceTrack, in working: WorkingPicture) throws -> [FaceBox] {
    // Of a face behind another, the views would show that one.
    guard track.isFollowed, !track.isCovered else { return [] }
    let (gaze, looksRight) = (track.gaze, (track.pose.yaw ?? 0) > 0)
    // As it is tilted, or not tilted at all, should that have been wrong.
    for turn in abs(track.box.roll) < 8 ? [0] : [0, -track.box.roll] {
      var box = track.box
      box.roll += turn
      for (view, isMirrored) in [
        (FaceView.frontal, false), (.confirmation, false), (.profile, looksRight), (.profile, !looksRight),
      ] where turn != 0 || !(view == .frontal || view == gaze.view && isMirrored == gaze.isMirrored) {
        let boxes = try boxes(for: view, at: box, in: working, isMirrored: isMirrored)
        if !boxes.isEmpty { return boxes }
      }
    }
    return []
  }

  /// How a face moved between two pictures; nil where that can't be told.
  func flow(of box: FaceBox, from before: WorkingPicture, to after: WorkingPicture) throws -> MedianFlow? {
    let window = CanonicalWindow(box: box, side: Self.flowSide, faceSide: Self.flowFaceSide)
    let (first, second) = (try window.pixels(of: before), try window.pixels(of: after))
    return MedianFlow(
      try trails(of: Self.grid, from: first, to: second), tolerance: 0.8, leastTrust: 0.4)
  }

  /// Where points went, and how well they come back.
  private func trails(
    of starts: [copencv_point], from first: PixelBuffer, to second: PixelBuffer
  ) throws(FaceError) -> [MedianFlow.Trail] {
    let ends = try Self.follow(starts, from: first, to: second)
    let returns = try Self.follow(ends.map(\.point), from: second, to: first)
    return starts.indices.map { index in
      let (start, end, back) = (starts[index], ends[index], returns[index])
      let (dx, dy) = (Double(back.point.x - start.x), Double(back.point.y - start.y))
      return MedianFlow.Trail(
        from: Point(start), to: Point(end.point),
        error: end.isFound && back.isFound ? (dx * dx + dy * dy).squareRoot() : .infinity)
    }
  }

  /// Points all over the face, but not at its rim, where the background is.
  private static let grid: [copencv_point] = {
    let (middle, reach) = (Float(flowSide) / 2, Float(flowFaceSide) * 0.4)
    return (0..<36).map { index in
      copencv_point(
        x: middle + reach * (Float(index % 6) / 2.5 - 1), y: middle + reach * (Float(index / 6) / 2.5 - 1))
    }
  }()

  private static func follow(
    _ points: [copencv_point], from before: PixelBuffer, to after: PixelBuffer
  ) throws(FaceError) -> [(point: copencv_point, isFound: Bool)] {
    var (ends, found) = (points, [Bool](repeating: false, count: points.count))
    var failure = copencv_error()
    let isDone = before.withUnsafePlane(0) { first in
      after.withUnsafePlane(0) { second in
        copencv_flow(
          copencv_picture(before, first), copencv_picture(after, second), points, &ends, &found, points.count, 9, 2,
          &failure)
      }
    }
    guard isDone else { throw FaceError(.engineFailed, subject: "OpenCV", reason: failure.text) }
    return zip(ends, found).map { ($0, $1) }
  }
}

extension Point {
  fileprivate init(_ point: copencv_point) { self.init(x: Double(point.x), y: Double(point.y)) }
}
