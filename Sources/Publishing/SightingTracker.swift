package import OpenCaptureMediaSamples
package import OpenCaptureMetadata

/// A tracker of visible objects that reports when they appear, change and disappear; uses no clock.
///
/// Faces are matched by their number. Codes are matched by type and payload; of several equal codes, the nearest
/// one matches. An object absent for longer than ``longestAbsence`` has disappeared, and gets a new track when it
/// reappears.
package struct SightingTracker: Sendable {
  /// A change of a tracked object.
  package struct Change: Sendable {
    package enum Kind: String, Sendable {
      case new, update, end
    }

    package let kind: Kind
    package let sighting: Sighting
  }

  private enum Content: Hashable {
    case face(Int)
    case code(MetadataObjectType, [UInt8])
  }

  private struct Entry {
    var sighting: Sighting
    /// The time and place of the last reported change.
    var lastReport: (time: MediaTime, place: Rect)
    var isInFrame = true
  }

  package let longestAbsence: MediaTime
  /// The minimum interval between updates of an object.
  package let interval: MediaTime

  private var entries: [Content: [Entry]] = [:]
  private var trackCount = 0

  package init(
    longestAbsence: MediaTime = MediaTime(value: 2, timescale: 1),
    interval: MediaTime = MediaTime(value: 1, timescale: 1)
  ) {
    self.longestAbsence = longestAbsence
    self.interval = interval
  }

  /// Processes the objects of a frame, in pixels of the upright picture.
  ///
  /// - Returns: The changes, disappearances first, and the track number of each object that has one.
  package mutating func take(
    _ objects: [any MetadataObject], at time: MediaTime
  ) -> (changes: [Change], tracks: [Int?]) {
    var changes = forget(at: time)
    for content in entries.keys { entries[content]?.indices.forEach { entries[content]?[$0].isInFrame = false } }
    let tracks = objects.map { object in
      Self.content(of: object).map {
        recordDetection(object, $0, at: object.time.isNumeric ? object.time : time, &changes)
      }
    }
    return (changes, tracks)
  }

  /// Removes objects absent for too long, and returns their end in order of appearance.
  package mutating func forget(at time: MediaTime) -> [Change] {
    guard time.isNumeric else { return [] }
    return remove { [longestAbsence] in $0.last.isNumeric && (time - $0.last).magnitude > longestAbsence }
  }

  /// Removes all objects and returns their end.
  package mutating func end() -> [Change] { remove { _ in true } }

  package var count: Int { entries.values.reduce(0) { $0 + $1.count } }

  private static func content(of object: any MetadataObject) -> Content? {
    switch object {
    case let face as FaceObject: .face(face.faceID)
    case let code as MachineReadableCodeObject: .code(code.type, code.bytes)
    default: nil
    }
  }

  private mutating func recordDetection(
    _ object: any MetadataObject, _ content: Content, at time: MediaTime, _ changes: inout [Change]
  ) -> Int {
    guard let index = index(nearest: object.boundingBox.center, content), var entry = entries[content]?[index]
    else {
      trackCount += 1
      let sighting = Sighting(track: trackCount, object, at: time)
      entries[content, default: []].append(Entry(sighting: sighting, lastReport: (time, object.boundingBox)))
      changes.append(Change(kind: .new, sighting: sighting))
      return trackCount
    }
    entry.isInFrame = true
    entry.sighting.recordDetection(object, at: time)
    if object.boundingBox != entry.lastReport.place, !(time - entry.lastReport.time < interval) {
      entry.lastReport = (time, object.boundingBox)
      changes.append(Change(kind: .update, sighting: entry.sighting))
    }
    entries[content]?[index] = entry
    return entry.sighting.track
  }

  /// Returns the nearest matching object that was not yet seen in this frame.
  private func index(nearest place: Point, _ content: Content) -> Int? {
    guard let known = entries[content] else { return nil }
    func distance(_ index: Int) -> Double {
      let center = known[index].sighting.object.boundingBox.center
      return (center.x - place.x) * (center.x - place.x) + (center.y - place.y) * (center.y - place.y)
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
    return gone.sorted { $0.track < $1.track }.map { Change(kind: .end, sighting: $0) }
  }
}
