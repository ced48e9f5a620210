/// How the pixels of a scaled picture come about.
public enum ScalingFilter: Sendable, Hashable, CaseIterable {
  /// Each is the nearest pixel of the source: fastest, with jagged edges.
  case none
  /// Each is interpolated between the four nearest pixels: good up to half or twice the size.
  case bilinear
  /// Each is the average of the pixels that it covers, or interpolated where it covers less than one: the best for
  /// smaller pictures.
  case box
}
