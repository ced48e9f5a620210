public import Foundation
package import OpenCaptureMediaSamples

/// A picture: its pixels, upright, 8 bits a component.
///
/// There is no Core Graphics to draw it; AVFoundation makes it, and makes files of it.
public final class CGImage: Sendable, Equatable {
  /// The pixels, in BGRA.
  package let pixelBuffer: PixelBuffer

  /// A picture of pixels in BGRA.
  package init(_ pixelBuffer: PixelBuffer) { self.pixelBuffer = pixelBuffer }

  /// Pixels across.
  public var width: Int { pixelBuffer.width }
  /// Pixels down.
  public var height: Int { pixelBuffer.height }
  /// 8.
  public var bitsPerComponent: Int { 8 }
  /// 32.
  public var bitsPerPixel: Int { 32 }
  /// From one row to the next.
  public var bytesPerRow: Int { pixelBuffer.planes[0].bytesPerRow }

  /// The part of the picture within a rectangle, whose origin is at the upper left; nil where none of it is.
  public func cropping(to rect: CGRect) -> CGImage? {
    let numbers = [rect.origin.x, rect.origin.y, rect.width, rect.height]
    guard numbers.allSatisfy({ $0.isFinite }) else { return nil }
    let part = rect.standardized.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard part.width >= 1, part.height >= 1 else { return nil }
    let cropped = try? pixelBuffer.cropped(
      x: Int(part.minX), y: Int(part.minY), width: Int(part.width), height: Int(part.height))
    return cropped.map { CGImage($0) }
  }

  /// Whether two are the same object.
  public static func == (first: CGImage, second: CGImage) -> Bool { first === second }
}
