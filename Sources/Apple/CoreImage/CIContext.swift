public import CoreVideo
import Glibc
import OpenCaptureMediaSamples

/// A renderer of images to pixel buffers, memory and files.
///
/// Contexts have no state except for the target of ``draw(_:in:from:)``. Several threads can share a context, and
/// creating one per frame is free.
public final class CIContext: NSObject, Sendable {
  private let target: CGContext?

  /// Creates a context.
  public override init() {
    target = nil
    super.init()
  }

  /// Creates a context; the options have no effect.
  public init(options: [CIContextOption: Any]? = nil) {
    target = nil
    super.init()
  }

  /// Creates a context that draws into a bitmap; the options have no effect.
  public init(cgContext: CGContext, options: [CIContextOption: Any]? = nil) {
    target = cgContext
    super.init()
  }

  /// Draws a part of an image into the bitmap of the context, scaled to a rectangle.
  ///
  /// Reported on standard error if the context has no bitmap; see ``init(cgContext:options:)``.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - inRect: The rectangle in the coordinates of the bitmap.
  ///   - fromRect: The part, in coordinates whose y axis points up.
  public func draw(_ image: CIImage, in inRect: CGRect, from fromRect: CGRect) {
    guard let target else {
      return MisuseReporter.report("\(#function): no bitmap; create the context with init(cgContext:options:)")
    }
    target.draw(image, in: inRect, from: fromRect)
  }

  /// The working color space, sRGB.
  public var workingColorSpace: CGColorSpace? { CGColorSpace(name: CGColorSpace.sRGB) }

  /// Returns the size of the largest image that can be rendered as a whole.
  ///
  /// Parts of up to this size can be rendered of larger images.
  public func inputImageMaximumSize() -> CGSize {
    CGSize(width: ImageRecipe.largestSide, height: ImageRecipe.largestSide)
  }

  /// Returns the size of the largest result.
  public func outputImageMaximumSize() -> CGSize { inputImageMaximumSize() }

  /// Does nothing, because contexts have no caches.
  public func clearCaches() {}

  /// Renders an image into a pixel buffer, as ``render(_:to:bounds:colorSpace:)`` with the extent of the image.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    render(image, to: buffer, bounds: image.extent, colorSpace: nil)
  }

  /// Renders an image into a pixel buffer, with the origin at the lower left corner of the buffer.
  ///
  /// All copies of the buffer see the pixels. Pixels outside the bounds keep their exact values. Chroma that a
  /// pixel shares with the bounds becomes the mean of both. Failures are reported on standard error.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - buffer: The destination, in any format that Core Video supports for buffers.
  ///   - bounds: The part of the buffer to write, in coordinates whose y axis points up. Areas outside the image
  ///     become transparent black.
  ///   - colorSpace: Has no effect.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
    do {
      let all = PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height)
      guard let part = PixelRect(bounds)?.intersection(all), !part.isEmpty else { return }
      try buffer.draw(image.recipe.pixels(of: part, .color), in: part)
    } catch {
      MisuseReporter.report("\(#function): \(error)")
    }
  }

  /// Renders a part of an image into memory.
  ///
  /// Failures are reported on standard error.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - data: The first byte of the upper row.
  ///   - rowBytes: The number of bytes from one row to the next.
  ///   - bounds: The part of the image.
  ///   - format: The pixel format: ``CIFormat/BGRA8``, ``CIFormat/RGBA8`` or ``CIFormat/L8``.
  ///   - colorSpace: Has no effect.
  public func render(
    _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    do {
      let pixels = try image.pixels(in: bounds, as: format)
      let length = pixels.planes[0].bytesInRow
      guard rowBytes >= length else {
        throw MediaError(
          .memoryTooSmall, subject: "\(pixels.format) \(pixels.dimensions)",
          reason: "a row needs \(length) bytes, not \(rowBytes)")
      }
      let stride = pixels.planes[0].bytesPerRow
      pixels.withUnsafePlane(0) { bytes in
        guard let first = bytes.baseAddress else { return }
        for row in 0..<pixels.height {
          (data + row * rowBytes).copyMemory(from: first + row * stride, byteCount: length)
        }
      }
    } catch {
      MisuseReporter.report("\(#function): \(error)")
    }
  }

  /// Renders a part of an image; nil if the part is empty or cannot be rendered.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - fromRect: The part, in coordinates whose y axis points up. Areas outside the image are transparent black.
  ///   - format: Has no effect; images are in ``CIFormat/BGRA8``.
  ///   - colorSpace: Has no effect.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat = .BGRA8, colorSpace: CGColorSpace? = nil
  ) -> CGImage? {
    guard var pixels = try? image.pixels(in: fromRect, as: .BGRA8) else { return nil }
    // A `CGImage` is immutable, so pixels that others hold, and can write to, are copied.
    if !pixels.isUniquelyOwned() {
      guard let copy = try? pixels.copy() else { return nil }
      pixels = copy
    }
    return CGImage(pixels)
  }
}

extension CIImage {
  /// Creates an image of a `CGImage`.
  ///
  /// - Parameters:
  ///   - image: The pixels.
  ///   - options: The same options as for pixel buffers.
  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
    self.init(SampleBuffer(pixelBuffer: image.pixelBuffer), properties: [:], options: options)
  }

  /// Returns the pixels of a part of the image.
  func pixels(in bounds: CGRect, as format: CIFormat) throws -> PixelBuffer {
    guard let area = PixelRect(bounds), !area.isEmpty else { throw MediaError.unplaceable(bounds) }
    guard let pixelFormat = format.pixelFormat else {
      throw MediaError(.unsupportedFormat, subject: "CIFormat \(format.rawValue)", reason: "not supported")
    }
    return try recipe.pixels(of: area, pixelFormat == .grey ? .grey : .color).converted(to: pixelFormat)
  }
}

/// Options for creating a context; they have no effect, because the CPU renders.
public struct CIContextOption: RawRepresentable, Sendable, Hashable {
  /// The name of the option.
  public let rawValue: String

  /// Creates an option with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether the CPU renders, which is always the case.
  public static let useSoftwareRenderer = Self(rawValue: "software_renderer")
  /// The working color space.
  public static let workingColorSpace = Self(rawValue: "working_color_space")
  /// The working pixel format.
  public static let workingFormat = Self(rawValue: "working_format")
  /// The color space of results.
  public static let outputColorSpace = Self(rawValue: "output_color_space")
  /// Whether images are reduced with high quality, which is always the case.
  public static let highQualityDownsample = Self(rawValue: "high_quality_downsample")
  /// Whether intermediate results are cached.
  public static let cacheIntermediates = Self(rawValue: "kCIContextCacheIntermediates")
  /// Whether other contexts have a higher priority.
  public static let priorityRequestLow = Self(rawValue: "kCIContextPriorityRequestLow")
  /// Whether rendering can be slower to save power.
  public static let allowLowPower = Self(rawValue: "kCIContextAllowLowPower")
  /// The name of the context.
  public static let name = Self(rawValue: "kCIContextName")
}

/// A format of pixels in memory.
public struct CIFormat: RawRepresentable, Sendable, Hashable {
  /// The number of the format.
  public let rawValue: Int32

  /// Creates a format with a number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// B, G, R, A: 1 byte each.
  public static let BGRA8 = Self(rawValue: 266)
  /// R, G, B, A: 1 byte each.
  public static let RGBA8 = Self(rawValue: 264)
  /// Gray: 1 byte per pixel.
  public static let L8 = Self(rawValue: 280)
  /// One component: 1 byte per pixel; treated as ``L8``.
  public static let R8 = Self(rawValue: 259)

  /// The OpenCapture pixel format; nil if the format is not supported.
  var pixelFormat: PixelFormat? {
    switch self {
    case .BGRA8: .bgra
    case .RGBA8: .rgba
    case .L8, .R8: .grey
    default: nil
    }
  }
}

/// An option for writing an image to a file: `kCGImageDestinationLossyCompressionQuality`.
///
/// The type is String, because the names of Image I/O are strings and are not bridged. Both `as
/// CIImageRepresentationOption` and `CIImageRepresentationOption(rawValue:)` therefore compile.
public typealias CIImageRepresentationOption = String

extension String {
  /// Creates a ``CIImageRepresentationOption`` with a name.
  public init(rawValue: String) { self = rawValue }
}

/// Reports of calls that have no effect, on standard error.
enum MisuseReporter {
  /// Writes a report to standard error.
  static func report(_ text: String) {
    var line = "CoreImage: \(text)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
