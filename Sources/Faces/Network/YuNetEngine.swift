import COpenCaptureOpenCV
import Glibc
public import OpenCaptureMediaSamples
import OpenCaptureMetadata
public import OpenCaptureSystem

/// An engine that uses YuNet, a small neural network, through OpenCV.
///
///     let detector = FaceDetector(engine: try YuNetEngine())
///
/// The model is a file that you provide; `Models/README.md` says which files work. Faces of 10 to 300 pixels are found.
/// The network serves one thread at a time, so concurrent calls take turns. For parallel work, create one engine per
/// thread.
///
/// The method is that of Wu, Peng and Yu (YuNet: A Tiny Millisecond-level Face Detector, 2023).
public final class YuNetEngine: LandmarkFaceEngine {
  private struct Network: Lockable, @unchecked Sendable {
    // Access is serialized by the lock below.
    let pointer: OpaquePointer
  }

  private let network: Locked<Network>
  private let path: String

  /// Loads the first model that a search finds.
  ///
  /// - Parameter search: The search for the model. Default: the environment's folder, or `Models` beside the program.
  /// - Throws: ``FaceError`` if no model is found, or if OpenCV cannot use it. The error lists the searched folders.
  public convenience init(_ search: FaceModelLocator = FaceModelLocator()) throws(FaceError) {
    try self.init(contentsOf: search.path())
  }

  /// Loads a model from a file in ONNX format.
  ///
  /// - Throws: ``FaceError`` if the file is unreadable, no YuNet model, or if this version of OpenCV cannot use it.
  public init(contentsOf path: String) throws(FaceError) {
    guard access(path, R_OK) == 0 else {
      let error = SystemError(code: errno)
      throw FaceError(.modelUnusable, subject: path, errno: error.errno, reason: error.description)
    }
    var failure = copencv_error()
    guard let pointer = copencv_network_open(path, &failure) else {
      throw FaceError(.modelUnusable, subject: path, reason: "OpenCV \(Self.openCVVersion): \(failure.text)")
    }
    self.path = path
    network = Locked(Network(pointer: pointer))
  }

  deinit { network.withLock { copencv_network_close($0.pointer) } }

  /// The engine's name, `opencv-yunet`.
  public let name = "opencv-yunet"

  /// The version of OpenCV.
  public var version: String { Self.openCVVersion }

  private static var openCVVersion: String { String(cString: copencv_version()) }

  /// Returns the faces that the network finds after suppression of overlapping ones.
  public func faces(in picture: PixelBuffer, minimumScore: Double) throws(FaceError) -> [DetectedFace] {
    let picture = try converted(picture)
    return try network.withLock { (network) throws(FaceError) in
      var found: [DetectedFace] = []
      var failure = copencv_error()
      let isDone = picture.withUnsafePlane(0) { bytes in
        withUnsafeMutablePointer(to: &found) { target in
          copencv_network_detect(
            network.pointer, copencv_picture(picture, bytes), Float(minimumScore), Self.take, target, &failure)
        }
      }
      guard isDone else { throw FaceError(.engineFailed, subject: path, reason: failure.text) }
      return found
    }
  }

  private func converted(_ picture: PixelBuffer) throws(FaceError) -> PixelBuffer {
    do throws(MediaError) {
      return try picture.converted(to: .bgra)
    } catch {
      throw FaceError(.engineFailed, subject: error.subject, reason: error.reason)
    }
  }

  private static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<copencv_face>?, Int) -> Void = {
    target, faces, count in
    guard let target else { return }
    let found = UnsafeBufferPointer(start: faces, count: count).map { DetectedFace($0) }
    target.assumingMemoryBound(to: [DetectedFace].self).pointee = found
  }
}

extension DetectedFace {
  fileprivate init(_ face: copencv_face) {
    let points = face.landmarks
    self.init(
      bounds: Rect(x: Double(face.x), y: Double(face.y), width: Double(face.width), height: Double(face.height)),
      score: Double(face.score),
      landmarks: FaceLandmarks(
        rightEye: Point(points.0), leftEye: Point(points.1), nose: Point(points.2),
        rightMouthCorner: Point(points.3),
        leftMouthCorner: Point(points.4)))
  }
}
