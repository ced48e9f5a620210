import OpenCaptureMediaSamples

extension DetectedFace {
  /// Returns the faces without those that lie mostly within a more certain one, the most certain first.
  static func distinct(_ faces: [DetectedFace]) -> [DetectedFace] {
    var kept: [DetectedFace] = []
    for face in faces.sorted(by: { $0.score > $1.score })
    where !kept.contains(where: { $0.bounds.containment(of: face.bounds) > 0.6 }) {
      kept.append(face)
    }
    return kept
  }

  /// Returns the face with its position scaled by a factor.
  func scaled(by factor: Double) -> Self {
    Self(
      bounds: bounds.scaled(x: factor, y: factor), score: score,
      landmarks: landmarks.mapped { Point(x: $0.x * factor, y: $0.y * factor) })
  }
}

extension Rect {
  /// Returns the area of the intersection, relative to the smaller rectangle.
  func containment(of other: Rect) -> Double {
    guard let common = intersection(other) else { return 0 }
    return common.area / max(min(area, other.area), .leastNormalMagnitude)
  }

  /// Returns the area of the intersection, relative to that of the union.
  func overlap(_ other: Rect) -> Double {
    guard let common = intersection(other) else { return 0 }
    return common.area / max(area + other.area - common.area, .leastNormalMagnitude)
  }
}
