import OpenCaptureMediaSamples

/// Where labels stand beside what they name: each at the first of its places that is free, so that one stays where it is
/// as long as that is.
///
/// A place is free inside the picture, where nothing else was found and no label stands yet.
struct LabelPlacement: Sendable {
  /// In pixels.
  let pictureSize: Size
  /// Between an object and its label, in pixels.
  let gap: Double

  /// The boxes of labels, in the order of the objects that they name; nil where no place is free.
  ///
  /// - Parameters:
  ///   - sizes: How large each box is.
  ///   - objects: What each names, in pixels; others are kept free of it.
  ///   - taken: What else is to be kept free.
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

  /// The places of a box, the best first: below, above, beside, and at last on what it names.
  func places(for size: Size, beside object: Rect) -> [Rect] {
    let (below, above) = (object.maxY + gap, object.minY - gap - size.height)
    let (right, left) = (object.maxX + gap, object.minX - gap - size.width)
    let (alignedRight, centered) = (object.maxX - size.width, object.center.x - size.width / 2)
    let middle = object.center.y - size.height / 2
    let outside = [
      (object.minX, below), (object.minX, above), (alignedRight, below), (alignedRight, above), (centered, below),
      (centered, above), (right, object.minY), (left, object.minY), (right, middle), (left, middle),
      (right, object.maxY - size.height), (left, object.maxY - size.height),
    ].map { Rect(origin: Point(x: $0.0, y: $0.1), size: size) }.map(movedAlong(object))
    let inside = Rect(origin: Point(x: object.minX, y: below), size: size)
    return outside.filter { isInside($0) && !$0.overlaps(object) } + [movedInside(inside)]
  }

  /// The box, moved so far that it lies inside the picture.
  func movedInside(_ box: Rect) -> Rect {
    let x = max(0, min(box.minX, pictureSize.width - box.width))
    let y = max(0, min(box.minY, pictureSize.height - box.height))
    return Rect(origin: Point(x: x, y: y), size: box.size)
  }

  /// Moves a box inside without leaving the side of the object that it is on.
  private func movedAlong(_ object: Rect) -> (Rect) -> Rect {
    { box in
      let moved = self.movedInside(box)
      return moved.overlaps(object) && !box.overlaps(object) ? box : moved
    }
  }

  private func isInside(_ box: Rect) -> Bool {
    box.minX >= 0 && box.minY >= 0 && box.maxX <= pictureSize.width && box.maxY <= pictureSize.height
  }

  /// The corner of the picture where a box covers least of some objects; of equals the first, from the top right on.
  func corner(for size: Size, avoiding objects: [Rect]) -> Rect {
    let (right, bottom) = (max(0, pictureSize.width - size.width), max(0, pictureSize.height - size.height))
    let corners = [(right, 0), (right, bottom), (0, 0), (0, bottom)].map {
      Rect(origin: Point(x: $0.0, y: $0.1), size: size)
    }
    func covered(_ corner: Rect) -> Double {
      objects.reduce(0) { $0 + ($1.intersection(corner)?.area ?? 0) / max(1, $1.area) }
    }
    return corners.dropFirst().reduce(corners[0]) { covered($1) < covered($0) ? $1 : $0 }
  }
}

extension Rect {
  /// Whether both share some area.
  fileprivate func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
