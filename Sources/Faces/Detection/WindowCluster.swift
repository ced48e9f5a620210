import OpenCaptureMediaSamples

/// A group of windows around the same face.
struct WindowCluster: Sendable, Hashable {
  var box: FaceBox
  var count: Int

  /// Groups windows with nearby edges, directly or through other windows.
  ///
  /// Corresponds to OpenCV's `groupRectangles` with an `eps` of 0.2, but keeps single windows.
  static func clusters(of boxes: [FaceBox]) -> [WindowCluster] {
    // Sorted by size, so that only neighbours of similar size are compared.
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
        let a = root(first)
        let b = root(second)
        parents[max(a, b)] = min(a, b)
      }
    }
    let groups = Dictionary(grouping: boxes.indices, by: root)
    return groups.sorted { $0.key < $1.key }.map { mean(of: $0.value.map { boxes[$0] }) }
  }

  /// The maximum distance of edges, in sides of the smaller window.
  private static let tolerance = 0.2

  private static func isSimilar(_ first: FaceBox, _ second: FaceBox) -> Bool {
    let a = first.rect
    let b = second.rect
    let reach = tolerance * first.size
    return abs(a.minX - b.minX) <= reach && abs(a.minY - b.minY) <= reach && abs(a.maxX - b.maxX) <= reach
      && abs(a.maxY - b.maxY) <= reach
  }

  /// Returns the mean of boxes, which must not be empty.
  static func mean(of boxes: [FaceBox]) -> WindowCluster {
    let count = Double(max(1, boxes.count))
    let center = Point(
      x: boxes.reduce(0) { $0 + $1.center.x } / count, y: boxes.reduce(0) { $0 + $1.center.y } / count)
    let size = boxes.reduce(0) { $0 + $1.size } / count
    return WindowCluster(box: FaceBox(center: center, size: size, roll: boxes.first?.roll ?? 0), count: boxes.count)
  }
}
