package import OpenCaptureFaces
import OpenCaptureSystem

/// Detectors of faces that are loaded, and wait to be used.
///
/// Cascades take long to load, and each looks at one picture at a time; code for Apple's systems makes requests and
/// detectors anew for each frame. So there are as many as were used at once, up to a few, for all of the process.
package enum FaceDetectors {
  private static let idle = Locked([FaceDetector]())
  private static let idleLimit = 4

  /// Lends a detector that nobody else has meanwhile.
  ///
  /// - Throws: `FaceError` where cascades can't be loaded, or what `body` throws.
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
