/// A width and a height.
public struct Size: Sendable, Hashable, Codable {
  /// The extent along x.
  public var width: Double
  /// The extent along y.
  public var height: Double

  /// Makes a size of `width` by `height`.
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// Nothing by nothing.
  public static let zero = Size(width: 0, height: 0)

  /// The size with width and height exchanged: what a quarter turn makes of it.
  public var transposed: Size { Size(width: height, height: width) }
}
