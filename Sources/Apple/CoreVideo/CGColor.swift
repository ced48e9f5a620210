public import Foundation

/// A color with an opacity.
public final class CGColor: Sendable, Hashable {
  /// The color space.
  public let colorSpace: CGColorSpace?
  /// The color components in the order of the space, and the opacity; 0 to 1.
  public let components: [CGFloat]?

  private init(_ colorSpace: CGColorSpace?, _ components: [CGFloat]) {
    self.colorSpace = colorSpace
    self.components = components
  }

  /// Creates a color of device RGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(CGColorSpaceCreateDeviceRGB(), [red, green, blue, alpha])
  }

  /// Creates a color of sRGB.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(CGColorSpace(name: CGColorSpace.sRGB), [red, green, blue, alpha])
  }

  /// Creates a color of device gray.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(CGColorSpaceCreateDeviceGray(), [gray, alpha])
  }

  /// Creates a color of gray with a gamma of 2.2.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2), [gray, alpha])
  }

  /// Creates a color in a color space.
  ///
  /// - Parameters:
  ///   - space: The color space.
  ///   - components: The color components in the order of the space, followed by the opacity.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    self.init(space, Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1)))
  }

  /// The color black.
  public static let black = CGColor(genericGrayGamma2_2Gray: 0, alpha: 1)
  /// The color white.
  public static let white = CGColor(genericGrayGamma2_2Gray: 1, alpha: 1)
  /// Black that is fully transparent.
  public static let clear = CGColor(genericGrayGamma2_2Gray: 0, alpha: 0)

  /// The number of components, including the opacity.
  public var numberOfComponents: Int { values.count }

  /// The opacity, 0 to 1.
  public var alpha: CGFloat { values.last ?? 0 }

  /// Returns the color with another opacity.
  public func copy(alpha: CGFloat) -> CGColor? { CGColor(colorSpace, values.dropLast() + [alpha]) }

  /// Returns the color.
  public func copy() -> CGColor? { self }

  private var values: [CGFloat] { components ?? [] }

  /// Red, green, blue and opacity, without a conversion between color spaces.
  package var rgba: [Double] {
    let numbers = values.map { Double($0) }
    return numbers.count == 2 ? [numbers[0], numbers[0], numbers[0], numbers[1]] : numbers
  }

  /// Returns whether two colors have the same space and components.
  public static func == (left: CGColor, right: CGColor) -> Bool {
    left.colorSpace == right.colorSpace && left.components == right.components
  }

  /// Hashes the components.
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}
