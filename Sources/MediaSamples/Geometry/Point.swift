/// A place in the plane; y grows downwards.
public struct Point: Sendable, Hashable, Codable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance below the origin.
  public var y: Double

  /// Makes the point (x, y).
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}
