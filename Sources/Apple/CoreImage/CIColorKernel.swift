public import CoreVideo
import OpenCaptureMediaSamples

/// A function that computes each pixel of an image from the pixel at the same position in another image.
///
/// On Apple's systems a kernel is written in a shading language, which is not available here. The initializer with a
/// closure is OpenCapture's own:
///
///     let invert = CIColorKernel { color, _ in SIMD4(1 - color.x, 1 - color.y, 1 - color.z, color.w) }
///     let output = invert.apply(extent: image.extent, arguments: [image])
public final class CIColorKernel: NSObject, Sendable {
  /// A color as red, green, blue and alpha, from 0 to 1, as stored in the image.
  public typealias Color = SIMD4<Float>

  private let color: @Sendable (_ color: Color, _ position: CGPoint) -> Color

  /// Creates a kernel of a closure.
  ///
  /// - Parameter color: Receives the color of a pixel, and the position of its center in a plane whose y axis points
  ///   up. Several threads can call it at once. Components of the result are limited to the range from 0 to 1.
  public init(_ color: @escaping @Sendable (_ color: Color, _ position: CGPoint) -> Color) { self.color = color }

  /// Returns nil, because no shading language is available; reported on standard error.
  public init?(source string: String) {
    MisuseReporter.report("CIColorKernel(source:): no shading language is available; use a closure")
    return nil
  }

  /// Returns the image that the kernel computes; nil if no argument is an image.
  ///
  /// - Parameters:
  ///   - extent: The part of the image that the result contains.
  ///   - args: The image, which is the first `CIImage` among the arguments.
  public func apply(extent: CGRect, arguments args: [Any]?) -> CIImage? {
    guard let image = args?.lazy.compactMap({ $0 as? CIImage }).first else { return nil }
    return CIImage(.computed(image.recipe, self), properties: image.properties).cropped(to: extent)
  }

  /// Replaces the pixels of a part of the plane, in BGRA.
  func apply(to pixels: inout PixelBuffer, of part: PixelRect) throws {
    let width = pixels.width
    let height = pixels.height
    let stride = pixels.planes[0].bytesPerRow
    try pixels.withUnsafeMutablePlane(0) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let pixel = UnsafeMutableRawBufferPointer(rebasing: bytes[(y * stride + x * 4)...])
          let stored = Color(Float(pixel[2]), Float(pixel[1]), Float(pixel[0]), Float(pixel[3]))
          let position = CGPoint(x: Double(part.x + x) + 0.5, y: Double(part.maxY - y) - 0.5)
          let result = color(stored / 255, position)
          pixel[0] = Self.byte(result.z)
          pixel[1] = Self.byte(result.y)
          pixel[2] = Self.byte(result.x)
          pixel[3] = Self.byte(result.w)
        }
      }
    }
  }

  /// Returns a component as a byte; 0 if it is not a number.
  private static func byte(_ component: Float) -> UInt8 {
    component > 0 ? UInt8(min(component, 1) * 255 + 0.5) : 0
  }
}
