/// Decides which face each sighting is, where faces are close together.
///
/// Each window is looked at for one face, but where faces overlap it may show another's. A sighting belongs to the face
/// that it fits best, a face has one sighting, and one place is one face: so of two faces that cover each other, the one
/// behind goes unseen, instead of taking the other's place.
enum SightingAssignment {
  /// A place where a face was seen while one was looked for.
  struct Sighting: Sendable, Hashable {
    /// Which of the faces was looked for.
    var face: Int
    /// Where one was seen.
    var box: FaceBox
  }

  /// The sighting of each face; nil for those that weren't seen.
  ///
  /// - Parameters:
  ///   - sightings: All that was seen.
  ///   - faces: Where faces should be.
  static func assign(_ sightings: [Sighting], to faces: [FaceBox]) -> [FaceBox?] {
    var pairs: [(face: Int, sighting: Int, misfit: Double)] = []
    for (index, sighting) in sightings.enumerated() {
      for face in faces.indices {
        let misfit = misfit(sighting.box, faces[face])
        if face == sighting.face || misfit < 0.5 { pairs.append((face, index, misfit)) }
      }
    }
    var assigned = [FaceBox?](repeating: nil, count: faces.count)
    var taken: [FaceBox] = []
    for pair in pairs.sorted(by: { $0.misfit < $1.misfit }) where assigned[pair.face] == nil {
      let box = sightings[pair.sighting].box
      if taken.contains(where: { $0.overlap(box) > 0.45 }) { continue }
      assigned[pair.face] = box
      taken.append(box)
    }
    return assigned
  }

  /// How badly a sighting fits a face: by how far it is off, and how much larger or smaller, in sizes of the face.
  private static func misfit(_ sighting: FaceBox, _ face: FaceBox) -> Double {
    face.distance(to: sighting) + abs(sighting.size / face.size - 1) * 0.5
  }
}
