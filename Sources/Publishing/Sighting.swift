package import OpenCaptureMediaSamples
package import OpenCaptureMetadata
import Glibc

/// A face or code during the time in which it is visible.
package struct Sighting: Sendable {
  /// The track number, from 1, which is never reused.
  package let track: Int
  /// The time of the first detection.
  package let first: MediaTime
  /// The time of the last detection.
  package private(set) var last: MediaTime
  /// The latest detection, in pixels of the upright picture.
  package private(set) var object: any MetadataObject
  /// The best detection: large and upright.
  package private(set) var best: any MetadataObject

  private var bestScore: Double

  init(track: Int, _ object: any MetadataObject, at time: MediaTime) {
    self.track = track
    first = time
    last = time
    self.object = object
    best = object
    bestScore = Self.score(object)
  }

  mutating func recordDetection(_ object: any MetadataObject, at time: MediaTime) {
    self.object = object
    last = time
    let score = Self.score(object)
    if score > bestScore {
      best = object
      bestScore = score
    }
  }

  /// Returns the quality of a detection: its area in pixels, reduced for faces that are tilted or turned away.
  ///
  /// The area of a code is that of its outline, which is smaller when seen from the side.
  static func score(_ object: any MetadataObject) -> Double {
    switch object {
    case let code as MachineReadableCodeObject: return area(code.cornerPoints)
    case let face as FaceObject:
      return face.boundingBox.width * face.boundingBox.height * uprightness(face.roll) * uprightness(face.yaw)
    default: return object.boundingBox.width * object.boundingBox.height
    }
  }

  private static func uprightness(_ degrees: Double?) -> Double { max(0, cos((degrees ?? 0) * .pi / 180)) }

  private static func area(_ corners: Corners) -> Double {
    let points = [corners.topLeft, corners.bottomLeft, corners.bottomRight, corners.topRight]
    let doubled = points.indices.reduce(0.0) { sum, index in
      let a = points[index]
      let b = points[(index + 1) % points.count]
      return sum + a.x * b.y - b.x * a.y
    }
    return abs(doubled) / 2
  }
}
