package import OpenCaptureMediaSamples
package import OpenCaptureMetadata

/// Knows what is in sight, and tells when something comes, changes and goes: a value without a clock.
///
/// A face is the same as long as its number is; a code as long as type and payload are, and of several that are the same,
/// the nearest one. What is out of sight for longer than ``patience`` is gone, and is another one when it comes again.
package struct SightingBook: Sendable {
  /// What became of something.
  package enum Change: Sendable {
    case new(Sighting)
    case update(Sighting)
    case end(Sighting)

    package var sighting: Sighting {
      switch self {
      case .new(let sighting), .update(let sighting), .end(let sighting): sighting
      }
    }
  }

  private enum Content: Hashable {
    case face(Int)
    case code(MetadataObjectType, [UInt8])
  }

  private struct Entry {
    var sighting: Sighting
    /// When it was told of, and where it was then.
    var told: (time: MediaTime, place: Rect)
    var isInFrame = true
  }

  /// For how long something can be out of sight.
  package let patience: MediaTime
  /// How far two updates of one thing are apart at least.
  package let interval: MediaTime

  private var entries: [Content: [Entry]] = [:]
  private var trackCount = 0

  /// Makes one that has seen nothing.
  package init(
    patience: MediaTime = MediaTime(value: 2, timescale: 1), interval: MediaTime = MediaTime(value: 1, timescale: 1)
  ) {
    (self.patience, self.interval) = (patience, interval)
  }

  /// Takes what is in a frame.
  ///
  /// - Parameters:
  ///   - objects: In pixels of the upright picture.
  ///   - time: When the frame was captured.
  /// - Returns: What changed, what is gone first; and each object's number, nil for what has no life of its own.
  package mutating func take(
    _ objects: [any MetadataObject], at time: MediaTime
  ) -> (changes: [Change], tracks: [Int?]) {
    var changes = forget(at: time)
    for content in entries.keys { entries[content]?.indices.forEach { entries[content]?[$0].isInFrame = false } }
    let tracks = objects.map { object in
      Self.content(of: object).map { see(object, $0, at: object.time.isNumeric ? object.time : time, &changes) }
    }
    return (changes, tracks)
  }

  /// Lets go of what is out of sight for long enough, in the order in which it came.
  package mutating func forget(at time: MediaTime) -> [Change] {
    guard time.isNumeric else { return [] }
    return remove { [patience] in $0.last.isNumeric && (time - $0.last).magnitude > patience }
  }

  /// Lets go of all: nothing more comes.
  package mutating func end() -> [Change] { remove { _ in true } }

  /// How much is in sight.
  package var count: Int { entries.values.reduce(0) { $0 + $1.count } }

  private static func content(of object: any MetadataObject) -> Content? {
    switch object {
    case let face as FaceObject: .face(face.faceID)
    case let code as MachineReadableCodeObject: .code(code.type, code.bytes)
    default: nil
    }
  }

  private mutating func see(
    _ object: any MetadataObject, _ content: Content, at time: MediaTime, _ changes: inout [Change]
  ) -> Int {
    guard let index = index(nearest: object.box.middle, content), var entry = entries[content]?[index] else {
      trackCount += 1
      let sighting = Sighting(track: trackCount, object, at: time)
      entries[content, default: []].append(Entry(sighting: sighting, told: (time, object.box)))
      changes.append(.new(sighting))
      return trackCount
    }
    entry.isInFrame = true
    entry.sighting.see(object, at: time)
    if object.box != entry.told.place, !(time - entry.told.time < interval) {
      entry.told = (time, object.box)
      changes.append(.update(entry.sighting))
    }
    entries[content]?[index] = entry
    return entry.sighting.track
  }

  /// Of those that are the same and weren't seen in this frame yet, the nearest.
  private func index(nearest place: Point, _ content: Content) -> Int? {
    guard let known = entries[content] else { return nil }
    func distance(_ index: Int) -> Double {
      let middle = known[index].sighting.object.box.middle
      return (middle.x - place.x) * (middle.x - place.x) + (middle.y - place.y) * (middle.y - place.y)
    }
    return known.indices.filter { !known[$0].isInFrame }.min { distance($0) < distance($1) }
  }

  private mutating func remove(where isGone: (Sighting) -> Bool) -> [Change] {
    var gone: [Sighting] = []
    entries = entries.compactMapValues { known in
      gone += known.map(\.sighting).filter(isGone)
      let rest = known.filter { !isGone($0.sighting) }
      return rest.isEmpty ? nil : rest
    }
    return gone.sorted { $0.track < $1.track }.map { .end($0) }
  }
}

extension Rect {
  fileprivate var middle: Point { Point(x: minX + width / 2, y: minY + height / 2) }
}
