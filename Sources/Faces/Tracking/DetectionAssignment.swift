/// The assignment of detections to tracked faces that are close together.
///
/// Each window is searched for one face, but it may show an overlapping one. A detection is assigned to the face
/// that it fits best. A face has one detection, and one place is one face. If two faces overlap, the one behind is
/// missed instead of taking the other's position.
enum DetectionAssignment {
  /// A detection in the window of a face.
  struct Sighting: Sendable, Hashable {
    /// The index of the face that was searched for.
    var face: Int
    var box: FaceBox
  }

  /// Returns the detection assigned to each face's expected position; nil for faces without one.
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

  /// Returns the mismatch of a detection and a face: distance and relative size difference.
  private static func misfit(_ sighting: FaceBox, _ face: FaceBox) -> Double {
    face.distance(to: sighting) + abs(sighting.size / face.size - 1) * 0.5
  }
}
