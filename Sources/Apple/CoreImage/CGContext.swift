public import CoreVideo
import OpenCaptureMediaSamples

/// A bitmap in memory into which images are drawn.
///
/// The y axis points up, from the lower left corner. Only images can be drawn; paths, text and gradients are not
/// available.
public final class CGContext: @unchecked Sendable {
  // Unchecked, as on Apple's systems: callers must not draw on several threads at once.

  private let pixels: PixelBuffer

  /// The color space.
  public let colorSpace: CGColorSpace?
  /// The order of the bytes of a pixel.
  public let bitmapInfo: CGBitmapInfo
  /// The transform from the coordinates of drawing functions to pixels.
  public private(set) var ctm = CGAffineTransform.identity
  /// The quality of scaled images; has no effect.
  public var interpolationQuality = CGInterpolationQuality.default

  private var savedTransforms: [CGAffineTransform] = []

  /// Creates a context; nil if the parameters are not supported, which is reported on standard error.
  ///
  /// - Parameters:
  ///   - data: The memory, which must stay valid as long as the context exists; nil for memory of the context.
  ///   - width: The width, in pixels.
  ///   - height: The height, in pixels.
  ///   - bitsPerComponent: Must be 8.
  ///   - bytesPerRow: The number of bytes from one row to the next; 0 for a suitable one if `data` is nil.
  ///   - space: The color space. Only the distinction between gray and color has an effect.
  ///   - bitmapInfo: The order of the bytes: alpha first with `byteOrder32Little` for BGRA, alpha last with the default
  ///     order for RGBA, or none for gray.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    guard bitsPerComponent == 8, let format = info.pixelFormat(isGray: space.isGray) else {
      MisuseReporter.report("CGContext: \(bitsPerComponent) bits with bitmapInfo \(bitmapInfo) are not supported")
      return nil
    }
    do {
      pixels = try PixelBuffer(data, format, width: width, height: height, bytesPerRow: bytesPerRow)
    } catch {
      MisuseReporter.report("CGContext: \(error)")
      return nil
    }
    colorSpace = space
    self.bitmapInfo = info
  }

  /// The memory.
  public var data: UnsafeMutableRawPointer? { pixels.address(ofPlane: 0) }
  /// The width, in pixels.
  public var width: Int { pixels.width }
  /// The height, in pixels.
  public var height: Int { pixels.height }
  /// The number of bits per component, 8.
  public var bitsPerComponent: Int { 8 }
  /// The number of bits per pixel.
  public var bitsPerPixel: Int { pixels.format == .grey ? 8 : 32 }
  /// The number of bytes from one row to the next.
  public var bytesPerRow: Int { pixels.planes[0].bytesPerRow }
  /// The type of alpha.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo }

  /// Returns a copy of the bitmap as an image; nil if memory runs out.
  public func makeImage() -> CGImage? {
    do throws(MediaError) {
      // RGB has no alpha, so that the conversion makes the bytes opaque that the context ignores.
      if bitmapInfo.ignoresAlpha { return try CGImage(pixels.converted(to: .rgb24).converted(to: .bgra)) }
      return try CGImage(pixels.format == .bgra ? pixels.copy() : pixels.converted(to: .bgra))
    } catch {
      return nil
    }
  }

  /// Draws an image, scaled to a rectangle; transparent pixels show what is below.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    draw(CIImage(cgImage: image), in: rect, from: CGRect(x: 0, y: 0, width: image.width, height: image.height))
  }

  /// Makes a rectangle transparent black.
  ///
  /// The rectangle is that around the transformed corners.
  public func clear(_ rect: CGRect) {
    guard let part = PixelRect(rect.standardized.applying(ctm))?.intersection(bounds), !part.isEmpty else { return }
    write(part) { try .blank(part, .bgra) }
  }

  /// Completes pending drawing, which is always complete.
  public func flush() {}

  /// Completes pending drawing, which is always complete.
  public func synchronize() {}

  /// Draws a part of an image, scaled to a rectangle.
  func draw(_ image: CIImage, in rect: CGRect, from source: CGRect) {
    let transform = CGAffineTransform.stretching(source, to: rect).concatenating(ctm)
    let placed = image.cropped(to: source).transformed(by: transform)
    guard let part = PixelRect(placed.extent)?.intersection(bounds), !part.isEmpty else { return }
    write(part) {
      let drawn = try placed.recipe.pixels(of: part, .color)
      if placed.recipe.isOpaque { return drawn }
      let place = bounds.offset(of: part)
      let ground = try pixels.cropped(x: place.column, y: place.row, width: part.width, height: part.height)
      return try drawn.composited(over: ground.converted(to: .bgra))
    }
  }

  private var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Replaces the pixels of a part; failures are reported on standard error.
  private func write(_ part: PixelRect, _ name: String = #function, _ render: () throws -> PixelBuffer) {
    do { try pixels.draw(render(), in: part) } catch { MisuseReporter.report("CGContext.\(name): \(error)") }
  }

  // MARK: Transform

  /// Moves the origin of the coordinates.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { ctm = ctm.translatedBy(x: tx, y: ty) }

  /// Scales the coordinates.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { ctm = ctm.scaledBy(x: sx, y: sy) }

  /// Rotates the coordinates by an angle in radians, counter-clockwise.
  public func rotate(by angle: CGFloat) { ctm = ctm.rotated(by: angle) }

  /// Applies a transform to the coordinates.
  public func concatenate(_ transform: CGAffineTransform) { ctm = transform.concatenating(ctm) }

  /// Saves the transform for ``restoreGState()``.
  public func saveGState() { savedTransforms.append(ctm) }

  /// Restores the last saved transform.
  public func restoreGState() { ctm = savedTransforms.popLast() ?? ctm }
}

/// The type and place of alpha in a pixel.
public enum CGImageAlphaInfo: UInt32, Sendable, Hashable {
  /// No alpha.
  case none = 0
  /// Alpha in the last byte; colors are multiplied by it.
  case premultipliedLast = 1
  /// Alpha in the first byte; colors are multiplied by it.
  case premultipliedFirst = 2
  /// Alpha in the last byte; not supported.
  case last = 3
  /// Alpha in the first byte; not supported.
  case first = 4
  /// An unused last byte.
  case noneSkipLast = 5
  /// An unused first byte.
  case noneSkipFirst = 6
  /// Alpha without color; not supported.
  case alphaOnly = 7
}

/// The order of the bytes of a pixel.
public struct CGBitmapInfo: OptionSet, Sendable, Hashable {
  /// The bits: a `CGImageAlphaInfo` and an order.
  public let rawValue: UInt32

  /// Creates an order from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits of the type of alpha.
  public static let alphaInfoMask = Self(rawValue: 0x1f)
  /// Floating-point components; not supported.
  public static let floatComponents = Self(rawValue: 1 << 8)
  /// The bits of the order.
  public static let byteOrderMask = Self(rawValue: 0x7000)
  /// The order of the components.
  public static var byteOrderDefault: Self { [] }
  /// 16 bits, the low byte first; not supported.
  public static let byteOrder16Little = Self(rawValue: 1 << 12)
  /// 32 bits, the low byte first.
  public static let byteOrder32Little = Self(rawValue: 2 << 12)
  /// 16 bits, the high byte first; not supported.
  public static let byteOrder16Big = Self(rawValue: 3 << 12)
  /// 32 bits, the high byte first.
  public static let byteOrder32Big = Self(rawValue: 4 << 12)

  /// The type of alpha.
  var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) ?? CGImageAlphaInfo.none
  }

  /// Whether pixels have a byte that is not used.
  var ignoresAlpha: Bool { alphaInfo == .noneSkipFirst || alphaInfo == .noneSkipLast }

  /// Returns the pixel format; nil if it is not supported.
  func pixelFormat(isGray: Bool) -> PixelFormat? {
    let order = intersection(.byteOrderMask)
    if isGray { return alphaInfo == CGImageAlphaInfo.none && !contains(.floatComponents) ? .grey : nil }
    switch alphaInfo {
    case .premultipliedFirst, .noneSkipFirst: return order == .byteOrder32Little ? .bgra : nil
    case .premultipliedLast, .noneSkipLast: return order == .byteOrder32Big || order.isEmpty ? .rgba : nil
    default: return nil
    }
  }
}

/// The quality of scaled images.
public enum CGInterpolationQuality: Int32, Sendable, Hashable {
  /// The default.
  case `default` = 0
  /// No interpolation.
  case none = 1
  /// The fastest interpolation.
  case low = 2
  /// Medium interpolation.
  case medium = 4
  /// The best interpolation.
  case high = 3
}

extension PixelBuffer {
  /// Creates a buffer in the caller's memory, or a blank buffer in new memory.
  fileprivate init(
    _ memory: UnsafeMutableRawPointer?, _ format: PixelFormat, width: Int, height: Int, bytesPerRow: Int
  ) throws {
    guard let memory else {
      self = try .blank(PixelRect(x: 0, y: 0, width: width, height: height), format)
      return
    }
    let layout = try PixelLayout(format: format, width: width, height: height, bytesPerRow: [bytesPerRow])
    try self.init(
      wrapping: UnsafeMutableRawBufferPointer(start: memory, count: layout.byteCount), layout: layout
    ) {}
  }

  /// Returns this BGRA image over another of the same size; colors are multiplied by alpha.
  fileprivate func composited(over ground: PixelBuffer) throws -> PixelBuffer {
    var result = ground
    let width = self.width
    let height = self.height
    let stride = planes[0].bytesPerRow
    let groundStride = ground.planes[0].bytesPerRow
    try withUnsafePlane(0) { source in
      try result.withUnsafeMutablePlane(0) { target in
        for y in 0..<height {
          for x in 0..<width {
            let from = y * stride + x * 4
            let to = y * groundStride + x * 4
            let rest = 255 - Int(source[from + 3])
            for part in 0..<4 {
              let below = (Int(target[to + part]) * rest + 127) / 255
              target[to + part] = UInt8(min(255, Int(source[from + part]) + below))
            }
          }
        }
      }
    }
    return result
  }
}
