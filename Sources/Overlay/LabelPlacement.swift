import OpenCaptureMediaSamples

/// Positions for labels beside the objects that they name.
///
/// Each label takes its first free place, and therefore stays in place while that place is free. A free place lies
/// inside the picture and overlaps no other object or label.
struct LabelPlacement: Sendable {
  /// The size of the picture, in pixels.
  let pictureSize: Size
  /// The distance between an object and its label, in pixels.
  let gap: Double

  /// Returns the boxes of labels, in the order of their objects; nil for a label without a free place.
  ///
  /// - Parameters:
  ///   - sizes: The size of each box.
  ///   - objects: The named objects, in pixels; labels of other objects avoid them.
  ///   - taken: Other rectangles to avoid.
  func boxes(of sizes: [Size], beside objects: [Rect], avoiding taken: [Rect] = []) -> [Rect?] {
    var placed = taken
    return zip(sizes, objects).enumerated().map { index, pair in
      let box = places(for: pair.0, beside: pair.1).first { place in
        !placed.contains { $0.overlaps(place) }
          && !objects.indices.contains { $0 != index && objects[$0].overlaps(place) }
      }
      if let box { placed.append(box) }
      return box
    }
  }

  /// Returns the possible places of a box, best first: below, above, beside, and finally on its object.
  func places(for size: Size, beside object: Rect) -> [Rect] {
    let below = object.maxY + gap
    let above = object.minY - gap - size.height
    let right = object.maxX + gap
    let left = object.minX - gap - size.width
    let alignedRight = object.maxX - size.width
    let centered = object.center.x - size.width / 2
    let middle = object.center.y - size.height / 2
    let outside = [
      (object.minX, below), (object.minX, above), (alignedRight, below), (alignedRight, above), (centered, below),
      (centered, above), (right, object.minY), (left, object.minY), (right, middle), (left, middle),
      (right, object.maxY - size.height), (left, object.maxY - size.height),
    ].map { moved(Rect(origin: Point(x: $0.0, y: $0.1), size: size), beside: object) }
    let inside = Rect(origin: Point(x: object.minX, y: below), size: size)
    return outside.filter { isInside($0) && !$0.overlaps(object) } + [movedInside(inside)]
  }

  func movedInside(_ box: Rect) -> Rect {
    let x = max(0, min(box.minX, pictureSize.width - box.width))
    let y = max(0, min(box.minY, pictureSize.height - box.height))
    return Rect(origin: Point(x: x, y: y), size: box.size)
  }

  /// Returns the box moved inside the picture, unless it would cover the object.
  private func moved(_ box: Rect, beside object: Rect) -> Rect {
    let moved = movedInside(box)
    return moved.overlaps(object) && !box.overlaps(object) ? box : moved
  }

  private func isInside(_ box: Rect) -> Bool {
    box.minX >= 0 && box.minY >= 0 && box.maxX <= pictureSize.width && box.maxY <= pictureSize.height
  }

  /// Returns the corner in which a box covers the smallest share of objects, the top right one if all are equal.
  ///
  /// - Parameter taken: Other rectangles, which are more important than any number of objects. Default: none.
  func corner(for size: Size, avoiding objects: [Rect], and taken: [Rect] = []) -> Rect {
    let right = max(0, pictureSize.width - size.width)
    let bottom = max(0, pictureSize.height - size.height)
    let corners = [(right, 0), (right, bottom), (0, 0), (0, bottom)].map {
      Rect(origin: Point(x: $0.0, y: $0.1), size: size)
    }
    func covered(_ corner: Rect) -> Double {
      let shares = objects.map { ($0.intersection(corner)?.area ?? 0) / max(1, $0.area) }
      return shares.reduce(0, +) + Double(taken.count { $0.overlaps(corner) } * (objects.count + 1))
    }
    return corners.dropFirst().reduce(corners[0]) { covered($1) < covered($0) ? $1 : $0 }
  }
}

extension Rect {
  /// Whether the rectangles share an area.
  fileprivate func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
