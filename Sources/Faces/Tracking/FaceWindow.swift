import COpenCaptureOpenCV
import Glibc
import OpenCaptureMediaSamples

/// A search for a tracked face in a small window at its expected position.
struct FaceWindow: Sendable {
  let engine: any FaceEngine

  /// The side of the window for point tracking, in pixels.
  private static let flowSide = 64
  /// The side of the face in the window for point tracking, in pixels.
  static let flowFaceSide = 32

  /// Returns the windows of a cascade that match the face in the centre.
  func boxes(
    for view: FaceView, at box: FaceBox, in working: WorkingPicture, isMirrored: Bool = false
  ) throws -> [FaceBox] {
    let window = CanonicalWindow(box: box, side: 68, faceSide: 46, isMirrored: isMirrored)
    return try window.boxes(of: engine, for: view, in: window.pixels(of: working), sizes: 38...56, step: 1.1)
  }

  /// The windows that match a tracked face, from the view with the best position.
  struct SearchResult: Sendable, Hashable {
    var boxes: [FaceBox]
    /// The window count of the first cascade.
    var frontal: Int
    /// Whether the position is reliable; windows of an unsuitable view are off-centre.
    var isExact = true
  }

  /// Searches for a face at its expected position.
  func sight(of track: FaceTrack, in working: WorkingPicture) throws -> SearchResult {
    let frontal = try boxes(for: .frontal, at: track.box, in: working)
    let viewingSide = track.viewingSide
    if viewingSide == .frontal, !frontal.isEmpty { return SearchResult(boxes: frontal, frontal: frontal.count) }
    if viewingSide != .frontal, track.isFollowed {
      let boxes = try boxes(for: .profile, at: track.box, in: working, isMirrored: viewingSide.isMirrored)
      if boxes.count > 2 * frontal.count { return SearchResult(boxes: boxes, frontal: frontal.count) }
    }
    return try SearchResult(
      boxes: frontal.isEmpty ? otherBoxes(of: track, in: working) : frontal, frontal: frontal.count,
      isExact: false)
  }

  /// Tries further views, the likelier first, if neither the first cascade nor the expected view found the face.
  private func otherBoxes(of track: FaceTrack, in working: WorkingPicture) throws -> [FaceBox] {
    // For a face behind another one, these views would show the one in front.
    guard track.isFollowed, !track.isCovered else { return [] }
    let viewingSide = track.viewingSide
    let looksRight = (track.pose.yaw ?? 0) > 0
    // Try the known tilt first, then none, in case it was wrong.
    for turn in abs(track.box.roll) < 8 ? [0] : [0, -track.box.roll] {
      var box = track.box
      box.roll += turn
      for (view, isMirrored) in [
        (FaceView.frontal, false), (.confirmation, false), (.profile, looksRight), (.profile, !looksRight),
      ] where turn != 0 || !(view == .frontal || view == viewingSide.view && isMirrored == viewingSide.isMirrored) {
        let boxes = try boxes(for: view, at: box, in: working, isMirrored: isMirrored)
        if !boxes.isEmpty { return boxes }
      }
    }
    return []
  }

  /// Returns the motion of a face between two pictures, or nil if it can't be determined.
  static func flow(of box: FaceBox, from before: WorkingPicture, to after: WorkingPicture) throws -> MedianFlow? {
    let window = CanonicalWindow(box: box, side: flowSide, faceSide: flowFaceSide)
    let first = try window.pixels(of: before)
    let second = try window.pixels(of: after)
    return MedianFlow(try trails(of: grid, from: first, to: second), tolerance: 0.8, minimumReliability: 0.4)
  }

  /// Tracks points forwards and backwards.
  private static func trails(
    of starts: [copencv_point], from first: PixelBuffer, to second: PixelBuffer
  ) throws(FaceError) -> [MedianFlow.PointTrack] {
    let ends = try follow(starts, from: first, to: second)
    let returns = try follow(ends.map(\.point), from: second, to: first)
    return starts.indices.map { index in
      let start = starts[index]
      let end = ends[index]
      let back = returns[index]
      let dx = Double(back.point.x - start.x)
      let dy = Double(back.point.y - start.y)
      return MedianFlow.PointTrack(
        from: Point(start), to: Point(end.point),
        error: end.isFound && back.isFound ? (dx * dx + dy * dy).squareRoot() : .infinity)
    }
  }

  /// Points on the face, except at its rim, where the background is.
  private static let grid: [copencv_point] = {
    let middle = Float(flowSide) / 2
    let reach = Float(flowFaceSide) * 0.4
    return (0..<36).map { index in
      copencv_point(
        x: middle + reach * (Float(index % 6) / 2.5 - 1), y: middle + reach * (Float(index / 6) / 2.5 - 1))
    }
  }()

  private static func follow(
    _ points: [copencv_point], from before: PixelBuffer, to after: PixelBuffer
  ) throws(FaceError) -> [(point: copencv_point, isFound: Bool)] {
    var ends = points
    var found = [Bool](repeating: false, count: points.count)
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
  init(_ point: copencv_point) { self.init(x: Double(point.x), y: Double(point.y)) }
}

extension FaceBox {
  /// Returns the motion of the face's points, in pixels of the picture.
  func step(of flow: MedianFlow) -> Point {
    // The motion is in pixels of a window that is rotated and scaled with the face.
    let unit = size / Double(FaceWindow.flowFaceSide)
    let sine = sin(roll * .pi / 180)
    let cosine = cos(roll * .pi / 180)
    let dx = flow.shift.x * unit
    let dy = flow.shift.y * unit
    return Point(x: dx * cosine - dy * sine, y: dx * sine + dy * cosine)
  }
}
