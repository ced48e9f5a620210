public import OpenCaptureMediaSamples

/// What a source is asked to stream, or granted.
public struct CaptureStreamConfiguration: Sendable, Hashable {
  /// Pixels or codec and size; of sound, rate and channels.
  public var formatDescription: FormatDescription
  /// What the source calls the format, such as V4L2's `YU12`, where it has several of one description; nil for
  /// whichever.
  public var driverCode: FourCharCode?
  /// How long a frame lasts; `MediaTime.invalid` leaves it to the source.
  public var frameDuration: MediaTime

  /// Makes a configuration.
  public init(
    formatDescription: FormatDescription, driverCode: FourCharCode? = nil, frameDuration: MediaTime = .invalid
  ) {
    (self.formatDescription, self.driverCode) = (formatDescription, driverCode)
    self.frameDuration = frameDuration
  }
}

extension CaptureStreamConfiguration: CustomStringConvertible {
  /// Such as `YUYV 640×480 at 30 fps`.
  public var description: String {
    let format = driverCode.map { "\($0) \(formatDescription.dimensions)" } ?? "\(formatDescription)"
    guard frameDuration.isNumeric, frameDuration > .zero else { return format }
    return "\(format) at \((1 / frameDuration.seconds).briefly) fps"
  }
}

extension Double {
  /// With two digits behind the point at most.
  package var briefly: String {
    let hundredths = (self * 100).rounded() / 100
    return hundredths == hundredths.rounded() && abs(hundredths) < 1e15 ? "\(Int(hundredths))" : "\(hundredths)"
  }
}
