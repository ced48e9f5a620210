public import Foundation
package import OpenCaptureMediaSamples

// Foundation provides these Core Graphics types on Apple's systems only.

/// An affine transform: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct CGAffineTransform: Sendable, Hashable {
  /// The factor of x in x'.
  public var a: CGFloat
  /// The factor of x in y'.
  public var b: CGFloat
  /// The factor of y in x'.
  public var c: CGFloat
  /// The factor of y in y'.
  public var d: CGFloat
  /// The offset of x'.
  public var tx: CGFloat
  /// The offset of y'.
  public var ty: CGFloat

  /// Creates a transform from its coefficients; the default is zeros, which map every point to (0, 0).
  public init(
    a: CGFloat = 0, b: CGFloat = 0, c: CGFloat = 0, d: CGFloat = 0, tx: CGFloat = 0, ty: CGFloat = 0
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Creates a transform from its coefficients, without argument labels.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Creates a rotation by an angle in radians, from the x axis towards the y axis.
  public init(rotationAngle angle: CGFloat) {
    let sine = CGFloat(sin(Double(angle)))
    let cosine = CGFloat(cos(Double(angle)))
    self.init(a: cosine, b: sine, c: -sine, d: cosine)
  }

  /// Creates a scaling.
  public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, d: sy) }

  /// Creates a translation.
  public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, d: 1, tx: tx, ty: ty) }

  /// The transform that leaves every point unchanged.
  public static let identity = CGAffineTransform(a: 1, d: 1)

  /// Whether the transform leaves every point unchanged.
  public var isIdentity: Bool { self == .identity }

  /// Returns the transform that applies this transform first, and then another.
  public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * t2.a + b * t2.c, b: a * t2.b + b * t2.d, c: c * t2.a + d * t2.c, d: c * t2.b + d * t2.d,
      tx: tx * t2.a + ty * t2.c + t2.tx, ty: tx * t2.b + ty * t2.d + t2.ty)
  }

  /// Returns the transform that rotates first, and then applies this transform.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// Returns the transform that scales first, and then applies this transform.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// Returns the transform that translates first, and then applies this transform.
  public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }

  /// Returns the inverse transform, or this transform if it has no inverse.
  public func inverted() -> CGAffineTransform {
    let determinant = a * d - b * c
    guard determinant != 0 else { return self }
    return CGAffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }
}

extension CGPoint {
  /// Returns the transformed point.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

extension CGSize {
  /// Returns the transformed size, whose sides can be negative.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

extension CGRect {
  /// Returns the smallest rectangle that contains the transformed corners.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    let corners = [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)].map {
      CGPoint(x: $0.0, y: $0.1).applying(t)
    }
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let left = xs.reduce(xs[0], Swift.min)
    let top = ys.reduce(ys[0], Swift.min)
    return CGRect(
      x: left, y: top, width: xs.reduce(xs[0], Swift.max) - left, height: ys.reduce(ys[0], Swift.max) - top)
  }
}

extension Point {
  package init(_ point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}

extension CGPoint {
  package init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension Rect {
  package init(_ rect: CGRect) {
    let upright = rect.standardized
    self.init(
      x: Double(upright.origin.x), y: Double(upright.origin.y), width: Double(upright.width),
      height: Double(upright.height))
  }
}

extension CGRect {
  package init(_ rect: Rect) { self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height) }
}

// Rendering code names color spaces, but this library does not convert between them. Only the distinction between
// gray and color spaces has an effect.

/// A color space.
public final class CGColorSpace: Sendable, Hashable {
  /// The name; nil for a device's color space.
  public let name: CFString?

  /// The number of color components: 1 or 3.
  public let numberOfComponents: Int

  fileprivate init(deviceComponents: Int) {
    name = nil
    numberOfComponents = deviceComponents
  }

  /// Creates a color space by name, such as ``sRGB``; nil if the name is unknown.
  public init?(name: CFString) {
    switch name {
    case Self.sRGB, Self.displayP3, Self.extendedSRGB, Self.linearSRGB, Self.itur_709: numberOfComponents = 3
    case Self.genericGrayGamma2_2, Self.linearGray: numberOfComponents = 1
    default: return nil
    }
    self.name = name
  }

  /// The standard space of screens and images.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// The wide-gamut space of Apple's screens.
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// sRGB with components below 0 and above 1.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  /// The primaries of sRGB, with components proportional to light.
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// The space of high-definition video, BT.709.
  public static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// Gray with a gamma of 2.2.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
  /// Gray proportional to light.
  public static let linearGray: CFString = "kCGColorSpaceLinearGray"

  /// Whether this is a gray space.
  package var isGray: Bool { numberOfComponents == 1 }

  /// Returns whether two color spaces are equal.
  public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
    left.name == right.name && left.numberOfComponents == right.numberOfComponents
  }

  /// Hashes the name and the number of components.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(numberOfComponents)
  }
}

/// Creates a color space of device RGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(deviceComponents: 3) }

/// Creates a color space of device gray.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(deviceComponents: 1) }

/// An upright image with 8 bits per component.
///
/// Core Graphics is not available to draw it. AVFoundation and Core Image create images and write them to files.
public final class CGImage: Sendable, Equatable {
  /// The pixels, in BGRA.
  package let pixelBuffer: PixelBuffer

  /// Creates an image of pixels in BGRA.
  package init(_ pixelBuffer: PixelBuffer) { self.pixelBuffer = pixelBuffer }

  /// The width, in pixels.
  public var width: Int { pixelBuffer.width }
  /// The height, in pixels.
  public var height: Int { pixelBuffer.height }
  /// The number of bits per component, 8.
  public var bitsPerComponent: Int { 8 }
  /// The number of bits per pixel, 32.
  public var bitsPerPixel: Int { 32 }
  /// The number of bytes from one row to the next.
  public var bytesPerRow: Int { pixelBuffer.planes[0].bytesPerRow }

  /// Returns the part of the image within a rectangle, or nil if the two do not overlap.
  ///
  /// The origin of the rectangle is at the upper left.
  public func cropping(to rect: CGRect) -> CGImage? {
    let numbers = [rect.origin.x, rect.origin.y, rect.width, rect.height]
    guard numbers.allSatisfy({ $0.isFinite }) else { return nil }
    let part = rect.standardized.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard part.width >= 1, part.height >= 1 else { return nil }
    let cropped = try? pixelBuffer.cropped(
      x: Int(part.minX), y: Int(part.minY), width: Int(part.width), height: Int(part.height))
    return cropped.map { CGImage($0) }
  }

  /// Returns whether two references are to the same object.
  public static func == (first: CGImage, second: CGImage) -> Bool { first === second }
}
