package import OpenCaptureMediaSamples
package import OpenCaptureMetadata
import Glibc

/// Something that is in sight from a first moment to a last: one face, or one code.
package struct Sighting: Sendable {
  /// Its number, from 1, which nothing else gets.
  package let track: Int
  /// When it was seen first.
  package let first: MediaTime
  /// When it was seen last.
  package private(set) var last: MediaTime
  /// As it was seen last, in pixels of the upright picture.
  package private(set) var object: any MetadataObject
  /// As it was seen best: large, and upright.
  package private(set) var best: any MetadataObject

  private var bestScore: Double

  init(track: Int, _ object: any MetadataObject, at time: MediaTime) {
    (self.track, first, last) = (track, time, time)
    (self.object, best, bestScore) = (object, object, Self.score(object))
  }

  /// It is still in sight.
  mutating func see(_ object: any MetadataObject, at time: MediaTime) {
    (self.object, last) = (object, time)
    let score = Self.score(object)
    if score > bestScore { (best, bestScore) = (object, score) }
  }

  /// How well something is seen: the pixels that it has, of a face less the more it is tilted or turned away.
  ///
  /// A code that is seen from the side has a smaller area, whatever its bounds are.
  static func score(_ object: any MetadataObject) -> Double {
    switch object {
    case let code as MachineReadableCodeObject: return area(code.outline)
    case let face as FaceObject:
      let (roll, yaw) = face.angles
      return face.box.width * face.box.height * uprightness(roll) * uprightness(yaw)
    default: return object.box.width * object.box.height
    }
  }

  private static func uprightness(_ degrees: Double?) -> Double { max(0, cos((degrees ?? 0) * .pi / 180)) }

  private static func area(_ corners: Corners) -> Double {
    let points = [corners.topLeft, corners.bottomLeft, corners.bottomRight, corners.topRight]
    let doubled = points.indices.reduce(0.0) { sum, index in
      let (a, b) = (points[index], points[(index + 1) % points.count])
      return sum + a.x * b.y - b.x * a.y
    }
    return abs(doubled) / 2
  }
}
