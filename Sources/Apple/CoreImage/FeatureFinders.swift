import OpenCaptureCodes
package import OpenCaptureFaces
import OpenCaptureSystem

/// The detection of faces, with optional tracking across frames.
final class FaceFeatureFinder: FeatureFinder {
  private struct Tracking: Lockable {
    var tracker: FaceTracker
    /// The number of frames in which each recent face was detected.
    var frameCounts: [Int: Int] = [:]
  }

  private let isFast: Bool
  private let minimumSize: Double?
  private let limit: Int
  private let tracking: Locked<Tracking>?

  init(_ options: [String: Any]) throws {
    isFast = options.isFast
    minimumSize = options.number(CIDetectorMinFeatureSize).flatMap { $0.isFinite ? min(max($0, 0.01), 1) : nil }
    limit = options.featureLimit
    if options.bool(CIDetectorTracking) == true {
      tracking = Locked(Tracking(tracker: try FaceTracker()))
    } else {
      tracking = nil
      // Fails now, rather than at the first frame, if no detector can be created.
      try FaceDetectors.withDetector { _ in }
    }
  }

  func features(
    in luma: PixelBuffer, orientation: ImageOrientation, _ space: DetectionSpace
  ) throws -> [CIFeature] {
    // The option is a fraction of the shorter side, and the detector's a fraction of the height.
    let size = luma.dimensions.upright(orientation)
    let smallest = minimumSize.map { $0 * Double(min(size.width, size.height)) / Double(size.height) }
    let faces =
      try tracking.map { try Self.track($0, luma, orientation, smallest) }
      ?? detect(luma, orientation, smallest)
    let upright = PictureTransform(from: .unit, orientation: orientation, to: .unit)
    return faces.prefix(limit).map { face, frameCount in
      let roll = face.transformed(by: upright).roll
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

  private static func track(
    _ tracking: Locked<Tracking>, _ luma: PixelBuffer, _ orientation: ImageOrientation, _ smallest: Double?
  ) throws -> [(FaceObject, frameCount: Int?)] {
    try tracking.withLock { tracking in
      if let smallest { tracking.tracker.options.minimumFaceSize = smallest }
      let faces = try tracking.tracker.track(SampleBuffer(pixelBuffer: luma, orientation: orientation))
      for face in faces { tracking.frameCounts[face.faceID, default: 0] += 1 }
      // Face numbers are never reused, so the counts of old numbers can be removed.
      if let oldest = faces.map(\.faceID).min() {
        tracking.frameCounts = tracking.frameCounts.filter { $0.key > oldest - 100 }
      }
      return faces.map { ($0, tracking.frameCounts[$0.faceID]) }
    }
  }
}

/// The detection of QR codes.
struct CodeFeatureFinder: FeatureFinder {
  private let scanner: CodeScanner
  private let limit: Int

  init(_ options: [String: Any]) {
    var scanner = CodeScanner()
    scanner.effort = options.isFast ? .fast : .balanced
    self.scanner = scanner
    limit = options.featureLimit
  }

  func features(
    in luma: PixelBuffer, orientation: ImageOrientation, _ space: DetectionSpace
  ) throws -> [CIFeature] {
    try scanner.scan(luma).prefix(limit).map { CIQRCodeFeature($0, in: space) }
  }
}

/// A pool of loaded face detectors.
///
/// Loading a cascade is slow, and a detector processes one image at a time. Code for Apple's systems often creates
/// a request or detector per frame. The process therefore keeps up to 4 idle detectors.
package enum FaceDetectors {
  private static let idle = Locked([FaceDetector]())
  private static let idleLimit = 4

  /// Calls `body` with a detector for exclusive use.
  ///
  /// - Throws: `FaceError` if the cascades cannot be loaded, or the error of `body`.
  package static func withDetector<Result>(_ body: (FaceDetector) throws -> Result) throws -> Result {
    let detector = try idle.withLock { $0.popLast() } ?? FaceDetector()
    defer {
      idle.withLock { idle in
        if idle.count < idleLimit { idle.append(detector) }
      }
    }
    return try body(detector)
  }
}
