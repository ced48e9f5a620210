// What code that renders pictures names. Colours aren't converted from one space to another here: of a space, only whether
// it is one of greys has an effect.

/// What the numbers of a colour mean.
public final class CGColorSpace: Sendable, Hashable {
  /// What it is called; nil for a device's.
  public let name: CFString?

  /// How many numbers a colour has: 1 or 3.
  public let numberOfComponents: Int

  fileprivate init(deviceComponents: Int) { (name, numberOfComponents) = (nil, deviceComponents) }

  /// Makes the space of a name, such as ``sRGB``; nil where it isn't known.
  public init?(name: CFString) {
    switch name {
    case Self.sRGB, Self.displayP3, Self.extendedSRGB, Self.linearSRGB, Self.itur_709: numberOfComponents = 3
    case Self.genericGrayGamma2_2, Self.linearGray: numberOfComponents = 1
    default: return nil
    }
    self.name = name
  }

  /// The usual space of screens and pictures.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// The usual space of Apple's screens.
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// sRGB with numbers below 0 and above 1.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  /// sRGB's primaries, with numbers that are proportional to light.
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// That of high-definition video.
  public static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// Greys with a gamma of 2.2.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
  /// Greys that are proportional to light.
  public static let linearGray: CFString = "kCGColorSpaceLinearGray"

  /// Whether it is one of greys.
  package var isGray: Bool { numberOfComponents == 1 }

  /// Whether two are the same space.
  public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
    left.name == right.name && left.numberOfComponents == right.numberOfComponents
  }

  /// Hashes which space it is.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(numberOfComponents)
  }
}

/// The space of a device's red, green and blue.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(deviceComponents: 3) }

/// The space of a device's greys.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(deviceComponents: 1) }
