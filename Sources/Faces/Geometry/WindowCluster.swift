import OpenCaptureMediaSamples

/// Windows that mean the same face.
struct WindowCluster: Sendable, Hashable {
  /// Their mean.
  var box: FaceBox
  /// How many there are.
  var count: Int

  /// Puts windows together whose edges all lie near each other, directly or by way of others.
  ///
  /// As OpenCV's `groupRectangles` with an `eps` of 0.2, except that what stands alone is kept.
  static func clusters(of boxes: [FaceBox]) -> [WindowCluster] {
    // By size, so that only neighbours of about the same size have to be compared.
    let boxes = boxes.sorted { ($0.size, $0.center.y, $0.center.x) < ($1.size, $1.center.y, $1.center.x) }
    var parents = Array(boxes.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index { index = parents[index] }
      return index
    }
    for first in boxes.indices {
      for second in boxes.index(after: first)..<boxes.endIndex {
        if boxes[second].size - boxes[first].size > 2 * tolerance * boxes[first].size { break }
        guard isSimilar(boxes[first], boxes[second]) else { continue }
        let (a, b) = (root(first), root(second))
        parents[max(a, b)] = min(a, b)
      }
    }
    let groups = Dictionary(grouping: boxes.indices, by: root)
    return groups.sorted { $0.key < $1.key }.map { mean(of: $0.value.map { boxes[$0] }) }
  }

  /// How far edges can lie apart, in sides of the smaller window.
  private static let tolerance = 0.2

  private static func isSimilar(_ first: FaceBox, _ second: FaceBox) -> Bool {
    let (a, b, reach) = (first.rect, second.rect, tolerance * first.size)
    return abs(a.minX - b.minX) <= reach && abs(a.minY - b.minY) <= reach && abs(a.maxX - b.maxX) <= reach
      && abs(a.maxY - b.maxY) <= reach
  }

  /// The mean of boxes, of which there is at least one.
  static func mean(of boxes: [FaceBox]) -> WindowCluster {
    let count = Double(max(1, boxes.count))
    let center = Point(
      x: boxes.reduce(0) { $0 + $1.center.x } / count, y: boxes.reduce(0) { $0 + $1.center.y } / count)
    let size = boxes.reduce(0) { $0 + $1.size } / count
    return WindowCluster(
      box: FaceBox(center: center, size: size, roll: boxes.first?.roll ?? 0), count: boxes.count)
  }
}
