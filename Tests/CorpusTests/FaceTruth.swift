import OpenCaptureSystem
import Foundation
import OpenCaptureMediaSamples

/// What is known about the faces in one picture, or one frame, of the corpus.
struct FaceTruth {
  /// One face that is really there.
  struct Face {
    /// In pixels of the upright picture.
    let bounds: Rect
    /// Whether finding it is neither right nor wrong.
    let isIgnored: Bool
    /// Who it is, in a movie.
    let id: Int
  }

  let file: String
  /// nil for pictures.
  let frame: Int?
  let faces: [Face]

  /// The same about the picture at another size.
  func scaled(by factor: Double) -> FaceTruth {
    let faces = faces.map {
      Face(bounds: $0.bounds.scaled(x: factor, y: factor), isIgnored: $0.isIgnored, id: $0.id)
    }
    return FaceTruth(file: file, frame: frame, faces: faces)
  }

  /// The truth about all pictures and frames: one JSON object a line.
  static func load(_ path: String) throws -> [FaceTruth] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let file = object["file"] as? String, object["unlabelled"] as? Bool != true
      else { return nil }
      let faces = (object["faces"] as? [[String: Any]] ?? []).compactMap(Face.init)
      return FaceTruth(file: file, frame: object["frame"] as? Int, faces: faces)
    }
  }
}

extension FaceTruth.Face {
  fileprivate init?(_ object: [String: Any]) {
    guard let x = object["x"] as? Double, let y = object["y"] as? Double, let width = object["w"] as? Double,
      let height = object["h"] as? Double
    else { return nil }
    self.init(
      bounds: Rect(x: x, y: y, width: width, height: height), isIgnored: object["ignore"] as? Bool ?? false,
      id: object["id"] as? Int ?? 0)
  }
}

/// How well what was found agrees with what is there, as the corpus' `score.py` counts it.
struct FaceScore: Lockable {
  /// Faces that are there, that were found, and what was found that is none.
  private(set) var present = 0
  private(set) var found = 0
  private(set) var falsePositives = 0

  /// The share of what was found that is there.
  var precision: Double { Double(found) / Double(max(1, found + falsePositives)) }
  /// The share of what is there that was found.
  var recall: Double { Double(found) / Double(max(1, present)) }

  /// Adds a picture or frame: pairs that overlap most come first, each face and each find in one.
  ///
  /// - Returns: Who each find is; nil for what is none.
  mutating func add(_ finds: [Rect], _ truth: FaceTruth, leastOverlap: Double = 0.4) -> [Int?] {
    let present = truth.faces.filter { !$0.isIgnored }
    let faces = present.map(\.bounds)
    var pairs: [(face: Int, find: Int, overlap: Double)] = []
    for (face, bounds) in faces.enumerated() {
      for (find, other) in finds.enumerated() {
        pairs.append((face, find, bounds.overlap(other)))
      }
    }
    var (matchedFaces, matchedFinds): (Set<Int>, [Int: Int]) = ([], [:])
    for pair in pairs.sorted(by: { $0.overlap > $1.overlap }) where pair.overlap >= leastOverlap {
      guard !matchedFaces.contains(pair.face), matchedFinds[pair.find] == nil else { continue }
      matchedFaces.insert(pair.face)
      matchedFinds[pair.find] = present[pair.face].id
    }
    self.present += faces.count
    found += matchedFaces.count
    let ignored = truth.faces.filter(\.isIgnored).map(\.bounds)
    falsePositives += finds.indices.count { find in
      matchedFinds[find] == nil && !ignored.contains { $0.excuses(finds[find]) }
    }
    return finds.indices.map { matchedFinds[$0] }
  }
}

extension Rect {
  /// What both share of what they cover together.
  fileprivate func overlap(_ other: Rect) -> Double {
    guard let shared = intersection(other)?.area else { return 0 }
    return shared / (area + other.area - shared)
  }

  /// Whether a find in or over this place is neither right nor wrong.
  fileprivate func excuses(_ find: Rect) -> Bool {
    (intersection(find)?.area ?? 0) > find.area / 2 || overlap(find) >= 0.3
  }
}
