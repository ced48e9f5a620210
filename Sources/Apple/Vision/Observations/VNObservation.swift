public import CoreMedia

/// How sure a request is, from 0 to 1.
public typealias VNConfidence = Float

/// What a request found.
public class VNObservation: NSObject, @unchecked Sendable {
  // Unchecked for subclasses' sake: nothing here changes.

  /// Its own number: another one each time that something is found.
  public let uuid = UUID()

  /// How sure it is: 1, since no engine here tells.
  public let confidence: VNConfidence = 1

  /// When it was seen; zero, since requests look at one picture.
  public var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: .zero) }
}
