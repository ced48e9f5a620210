public import CoreVideo
import OpenCaptureMediaSamples

/// Renders images: to pixel buffers, to memory, and to files.
///
/// It keeps nothing, so that several threads can use one, and one for each frame costs nothing.
public final class CIContext: NSObject, Sendable {
  /// Makes a context.
  public override init() { super.init() }

  /// Makes a context; options are without effect.
  public init(options: [CIContextOption: Any]? = nil) { super.init() }

  /// The space of colours that is calculated in: sRGB's.
  public var workingColorSpace: CGColorSpace? { CGColorSpace(name: CGColorSpace.sRGB) }

  /// The largest image of which all can be rendered; of larger ones, parts of this size can.
  public func inputImageMaximumSize() -> CGSize {
    CGSize(width: ImageRecipe.largestSide, height: ImageRecipe.largestSide)
  }

  /// The largest image that can be rendered to.
  public func outputImageMaximumSize() -> CGSize { inputImageMaximumSize() }

  /// Gives memory back: none is kept.
  public func clearCaches() {}

  /// Writes an image into a pixel buffer, the origin at the buffer's lower left corner, for all who hold the buffer to see.
  ///
  /// Where the image isn't, the buffer stays as it is, to the bit; where pixels share chroma with the image's, that is the
  /// mean of both. What can't be rendered is told on standard error.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    render(image, to: buffer, bounds: image.extent, colorSpace: nil)
  }

  /// Writes an image into a pixel buffer, the origin at the buffer's lower left corner, for all who hold the buffer to see.
  ///
  /// Beside the bounds, the buffer stays as it is, to the bit; where pixels share chroma with those in them, that is the
  /// mean of both. What can't be rendered is told on standard error.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - buffer: Where it goes, in any format that Core Video makes buffers of.
  ///   - bounds: The part of the buffer that is written, y going up; where the image isn't, it becomes transparent and
  ///     black.
  ///   - colorSpace: Without effect.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
    do {
      let all = PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height)
      guard let part = PixelRect(bounds)?.intersection(all), !part.isEmpty else { return }
      try buffer.draw(image.recipe.pixels(of: part, .color), in: part)
    } catch {
      Misuse.tell("\(#function): \(error)")
    }
  }

  /// Writes a part of an image into memory.
  ///
  /// What can't be rendered is told on standard error.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - data: Where the upper row begins.
  ///   - rowBytes: How many bytes there are from one row to the next.
  ///   - bounds: The part of the image.
  ///   - format: How pixels are stored: ``CIFormat/BGRA8``, ``CIFormat/RGBA8`` or ``CIFormat/L8``.
  ///   - colorSpace: Without effect.
  public func render(
    _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    do {
      let pixels = try image.pixels(in: bounds, as: format)
      let length = pixels.planes[0].bytesInRow
      guard rowBytes >= length else { throw MediaError.shortRows(rowBytes, of: pixels) }
      pixels.withUnsafePlane(0) { bytes in
        for row in 0..<pixels.height {
          let from = UnsafeRawBufferPointer(rebasing: bytes[(row * pixels.planes[0].bytesPerRow)...].prefix(length))
          (data + row * rowBytes).copyMemory(from: from.baseAddress ?? UnsafeRawPointer(data), byteCount: length)
        }
      }
    } catch {
      Misuse.tell("\(#function): \(error)")
    }
  }
}

extension CIImage {
  /// The pixels of a part of the image.
  func pixels(in bounds: CGRect, as format: CIFormat) throws -> PixelBuffer {
    guard let area = PixelRect(bounds), !area.isEmpty else { throw MediaError.unplaceable(bounds) }
    guard let pixelFormat = format.pixelFormat else {
      throw MediaError(.unsupportedFormat, subject: "CIFormat \(format.rawValue)", reason: "nothing here has it")
    }
    return try recipe.pixels(of: area, pixelFormat == .grey ? .grey : .color).converted(to: pixelFormat)
  }
}

extension MediaError {
  fileprivate static func shortRows(_ bytes: Int, of pixels: PixelBuffer) -> MediaError {
    MediaError(
      .memoryTooSmall, subject: "\(pixels.format) \(pixels.dimensions)",
      reason: "a row needs \(pixels.planes[0].bytesInRow) bytes, \(bytes) were given")
  }
}
