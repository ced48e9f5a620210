public import CoreMedia
import OpenCaptureSystem

/// Something to be found in a part of a picture.
public class VNImageBasedRequest: VNRequest, @unchecked Sendable {
  private struct Region: Lockable {
    var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
  }

  private let region = Locked(Region())

  /// The part that is looked at: in shares of the upright picture, the origin at the lower left; default all of it.
  ///
  /// Places in observations are shares of it. One that isn't inside of the picture lets the request fail.
  public var regionOfInterest: CGRect {
    get { region.withLock { $0.rect } }
    set { region.withLock { $0.rect = newValue.standardized } }
  }

  /// Where finds in a picture lie.
  func space(in picture: RequestPicture) throws(VNError) -> RequestSpace {
    let region = regionOfInterest
    let edges = [region.minX, region.minY, region.maxX, region.maxY]
    guard edges.allSatisfy({ (-1e-6...1 + 1e-6).contains($0) }), region.width > 0, region.height > 0 else {
      throw VNError(.outOfBoundsError, "regionOfInterest \(region): it must be inside of the unit square")
    }
    return RequestSpace(orientation: picture.orientation, region: region)
  }
}
