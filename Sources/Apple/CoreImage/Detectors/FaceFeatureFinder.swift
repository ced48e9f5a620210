import OpenCaptureFaces
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// Finds faces, and follows them from picture to picture where that is asked for.
final class FaceFeatureFinder: FeatureFinder {
  private struct Followed: Lockable {
    var tracker: FaceTracker
    /// In how many pictures each face was seen, of the last ones.
    var frameCounts: [Int: Int] = [:]
  }

  private let isFast: Bool
  private let minimumSize: Double?
  private let limit: Int
  private let followed: Locked<Followed>?

  init(_ options: [String: Any]) throws {
    isFast = options.isFast
    minimumSize = options.number(CIDetectorMinFeatureSize).flatMap { $0.isFinite ? min(max($0, 0.01), 1) : nil }
    limit = options.featureLimit
    if options.bool(CIDetectorTracking) == true {
      followed = Locked(Followed(tracker: try FaceTracker()))
    } else {
      followed = nil
      // So that it is known now whether there can be one.
      try FaceDetectors.withDetector { _ in }
    }
  }

  func features(
    in luma: PixelBuffer, orientation: ImageOrientation, _ space: DetectionSpace
  ) throws -> [CIFeature] {
    // A share of the shorter side, where ours is one of the height.
    let size = luma.dimensions.upright(orientation)
    let smallest = minimumSize.map { $0 * Double(min(size.width, size.height)) / Double(size.height) }
    let found =
      try followed.map { try Self.follow($0, luma, orientation, smallest) }
      ?? detect(luma, orientation, smallest)
    let upright = PictureTransform(from: .unit, orientation: orientation, to: .unit)
    return found.prefix(limit).map { face, frameCount in
      let roll = face.transformed(by: upright).angles.roll
      return CIFaceFeature(face, roll: roll, frameCount: frameCount, in: space)
    }
  }

  private func detect(
    _ luma: PixelBuffer, _ orientation: ImageOrientation, _ smallest: Double?
  ) throws -> [(FaceObject, frameCount: Int?)] {
    try FaceDetectors.withDetector { detector in
      var detector = detector
      detector.effort = isFast ? .fast : .balanced
      detector.minimumFaceSize = smallest ?? detector.minimumFaceSize
      return try detector.detect(luma, orientation: orientation).map { ($0, nil) }
    }
  }

  private static func follow(
    _ followed: Locked<Followed>, _ luma: PixelBuffer, _ orientation: ImageOrientation, _ smallest: Double?
  ) throws -> [(FaceObject, frameCount: Int?)] {
    try followed.withLock { followed in
      if let smallest { followed.tracker.options.minimumFaceSize = smallest }
      let faces = try followed.tracker.track(SampleBuffer(imageBuffer: luma, orientation: orientation))
      for face in faces { followed.frameCounts[face.faceID, default: 0] += 1 }
      // Numbers aren't used again: whose came long ago is gone for good.
      if let oldest = faces.map(\.faceID).min() {
        followed.frameCounts = followed.frameCounts.filter { $0.key > oldest - 100 }
      }
      return faces.map { ($0, followed.frameCounts[$0.faceID]) }
    }
  }
}
