import OpenCaptureSystem
import Foundation
import OpenCaptureMediaSamples

/// The labels of the faces in one picture or frame of the corpus.
struct FaceTruth {
  /// A labelled face.
  struct Face {
    /// The bounds in pixels of the upright picture.
    let bounds: Rect
    /// Whether a detection of the face counts as neither correct nor false.
    let isIgnored: Bool
    /// The person's number in a movie.
    let id: Int
  }

  let file: String
  /// The index of the frame; nil for pictures.
  let frame: Int?
  let faces: [Face]

  /// Returns the labels scaled to another size of the picture.
  func scaled(by factor: Double) -> FaceTruth {
    let faces = faces.map {
      Face(bounds: $0.bounds.scaled(x: factor, y: factor), isIgnored: $0.isIgnored, id: $0.id)
    }
    return FaceTruth(file: file, frame: frame, faces: faces)
  }

  /// Loads the labels of all pictures and frames: one JSON object per line.
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

/// The agreement of detections with labels, computed as in the corpus' `score.py`.
struct FaceScore: Lockable {
  /// The numbers of labelled faces, of correct detections and of false detections.
  private(set) var present = 0
  private(set) var found = 0
  private(set) var falsePositives = 0

  /// The fraction of detections that are correct.
  var precision: Double { Double(found) / Double(max(1, found + falsePositives)) }
  /// The fraction of labelled faces that were found.
  var recall: Double { Double(found) / Double(max(1, present)) }

  /// Adds a picture or frame and matches faces with detections in descending order of overlap.
  ///
  /// - Returns: The person for each detection; nil for false detections.
  mutating func add(_ finds: [Rect], _ truth: FaceTruth, leastOverlap: Double = 0.4) -> [Int?] {
    let present = truth.faces.filter { !$0.isIgnored }
    let faces = present.map(\.bounds)
    var pairs: [(face: Int, find: Int, overlap: Double)] = []
    for (face, bounds) in faces.enumerated() {
      for (find, other) in finds.enumerated() {
        pairs.append((face, find, bounds.overlap(other)))
      }
    }
    var matchedFaces: Set<Int> = []
    var matchedFinds: [Int: Int] = [:]
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
  /// Returns the intersection over union.
  fileprivate func overlap(_ other: Rect) -> Double {
    guard let shared = intersection(other)?.area else { return 0 }
    return shared / (area + other.area - shared)
  }

  /// Returns whether a detection in or over this region counts as neither correct nor false.
  fileprivate func excuses(_ find: Rect) -> Bool {
    (intersection(find)?.area ?? 0) > find.area / 2 || overlap(find) >= 0.3
  }
}
