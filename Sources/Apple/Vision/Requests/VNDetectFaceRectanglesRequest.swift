import CoreImage
import OpenCaptureFaces
import OpenCaptureSystem

/// Finds faces: OpenCapture's `FaceDetector`.
public final class VNDetectFaceRectanglesRequest: VNImageBasedRequest, @unchecked Sendable {
  /// The faces that were found the last time, the surest first; nil before, and where that failed.
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
