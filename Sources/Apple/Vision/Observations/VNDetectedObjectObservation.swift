public import CoreMedia

/// Something that was found at a place.
public class VNDetectedObjectObservation: VNObservation, @unchecked Sendable {
  /// The smallest upright rectangle that holds it: in shares of the upright picture, or of the region of interest, the
  /// origin at the lower left.
  public let boundingBox: CGRect

  /// Makes an observation of something at a place.
  public init(boundingBox: CGRect) { self.boundingBox = boundingBox }
}
