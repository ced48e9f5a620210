import CoreImage
import OpenCaptureFaces
import OpenCaptureSystem

/// A request that detects faces with OpenCapture's `FaceDetector`.
public final class VNDetectFaceRectanglesRequest: VNImageBasedRequest, @unchecked Sendable {
  /// The faces of the last run, the most certain first; nil before the first run and after a failure.
  public var results: [VNFaceObservation]? { observations?.compactMap { $0 as? VNFaceObservation } }

  override func find(in picture: RequestPicture) throws -> [VNObservation] {
    let space = try space(in: picture)
    let luma = try picture.luma()
    return try FaceDetectors.withDetector { detector in
      var detector = detector
      detector.rectOfInterest = space.deviceRegion
      return try detector.detect(luma, orientation: picture.orientation).map { VNFaceObservation($0, in: space) }
    }
  }
}
