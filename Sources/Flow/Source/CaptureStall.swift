public import OpenCaptureMediaSamples

/// That a camera delivers nothing, though it streams and hasn't failed yet.
public struct CaptureStall: Sendable, Hashable {
  /// When the last frame came, or the stream began where there was none, on the clock of the frames' times.
  public let since: MediaTime
  /// For how long no frame had come when this was told.
  public let duration: MediaTime

  /// Makes one.
  public init(since: MediaTime, duration: MediaTime) { (self.since, self.duration) = (since, duration) }
}

extension CaptureStall: CustomStringConvertible {
  /// Such as `no frame for 1 s`.
  public var description: String {
    let seconds = (duration.seconds * 10).rounded() / 10
    return "no frame for \(Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)") s"
  }
}
