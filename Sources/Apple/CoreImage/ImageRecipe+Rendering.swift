import CoreVideo
import OpenCaptureMediaSamples

/// The requested content of an image.
enum PixelContent: Sendable {
  /// Color, in BGRA.
  case color
  /// Brightness, in full-range gray.
  case grey
  /// The input of detectors: gray in the range of the image.
  case luma

  var format: PixelFormat { self == .color ? .bgra : .grey }
}

extension ImageRecipe {
  /// The maximum width and height that can be rendered at once, in pixels.
  static let largestSide = 32_768

  /// Returns the pixels of a part of the plane; areas outside the image are transparent black.
  ///
  /// Existing pixels are not copied; the result shares them.
  ///
  /// - Throws: `MediaError`, also for sides above ``largestSide``, or the error of a decoder.
  func pixels(of area: PixelRect, _ content: PixelContent) throws -> PixelBuffer {
    guard max(area.width, area.height) <= Self.largestSide else { throw MediaError.tooLarge(area) }
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    let part = area.intersection(whole)
    guard !part.isEmpty else { return try .blank(area, content.format) }
    let (pixels, place) = try renderedPixels(of: part, content)
    return try pixels.laid(at: place, over: area)
  }

  /// Returns pixels that contain a part of the image, and their position.
  private func renderedPixels(of part: PixelRect, _ content: PixelContent) throws -> (PixelBuffer, PixelRect) {
    switch self {
    case .stored(let sample):
      let pixels = try sample.pixels(content)
      return (pixels, PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height))
    case .transformed(let recipe, let transform):
      if let orientation = transform.orientation {
        return try recipe.turned(orientation, by: transform, in: part, content)
      }
      return (try recipe.skewed(by: transform, in: part, content), part)
    case .cropped(let recipe, _): return (try recipe.pixels(of: part, content), part)
    case .grey(let recipe): return (try recipe.greyPixels(of: part, content), part)
    case .computed(let recipe, let kernel): return (try recipe.pixels(of: part, computedBy: kernel, content), part)
    case .empty: return (try .blank(part, content.format), part)
    }
  }

  /// Returns the pixels of a part without color, with the transparency of the original.
  private func greyPixels(of part: PixelRect, _ content: PixelContent) throws -> PixelBuffer {
    guard content == .color else { return try pixels(of: part, content) }
    let grey = try pixels(of: part, .grey).converted(to: .bgra)
    return isOpaque ? grey : try grey.copyingAlpha(of: pixels(of: part, .color))
  }

  /// Returns the pixels of a part that a kernel computes from those of the image.
  private func pixels(
    of part: PixelRect, computedBy kernel: CIColorKernel, _ content: PixelContent
  ) throws -> PixelBuffer {
    var pixels = try pixels(of: part, .color)
    try kernel.apply(to: &pixels, of: part)
    return try pixels.converted(to: content.format)
  }

  /// Whether the image is known to be opaque within its extent.
  var isOpaque: Bool {
    switch self {
    // Decoders compose transparent images over white.
    case .stored(let sample): sample.pixelBuffer.map { !$0.format.hasAlpha } ?? true
    // Rotations other than quarter turns leave corners without pixels.
    case .transformed(let recipe, let transform): transform.orientation != nil && recipe.isOpaque
    case .cropped(let recipe, _), .grey(let recipe): recipe.isOpaque
    case .computed, .empty: false
    }
  }
}

extension SampleBuffer {
  /// Returns the stored image.
  fileprivate func pixels(_ content: PixelContent) throws -> PixelBuffer {
    // Only the results of decoders are cached. Caching conversions would enlarge the memory of every camera frame.
    switch content {
    case .color: try uncachedImage(as: .bgra)
    case .grey: try uncachedImage(as: .grey)
    case .luma: try luma()
    }
  }
}

extension PixelBuffer {
  /// Returns a transparent black image.
  static func blank(_ area: PixelRect, _ format: PixelFormat) throws -> PixelBuffer {
    var blank = try PixelBuffer(format: format, width: area.width, height: area.height)
    try blank.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
    return blank
  }

  /// Returns an image of an area that contains the visible pixels of this image; the rest is blank.
  func laid(at place: PixelRect, over area: PixelRect) throws -> PixelBuffer {
    if place == area { return self }
    let shared = place.intersection(area)
    guard !shared.isEmpty else { return try .blank(area, format) }
    let (column, row) = place.offset(of: shared)
    let part = try cropped(x: column, y: row, width: shared.width, height: shared.height)
    if shared == area { return part }
    var blank = try PixelBuffer.blank(area, format)
    let target = area.offset(of: shared)
    try blank.paste(part, x: target.column, y: target.row)
    return blank
  }

  /// Returns this BGRA image with the alpha channel of another of the same size.
  func copyingAlpha(of other: PixelBuffer) throws -> PixelBuffer {
    var result = self
    let width = self.width
    let height = self.height
    let stride = planes[0].bytesPerRow
    let otherStride = other.planes[0].bytesPerRow
    try other.withUnsafePlane(0) { source in
      try result.withUnsafeMutablePlane(0) { target in
        for y in 0..<height {
          for x in 0..<width { target[y * stride + x * 4 + 3] = source[y * otherStride + x * 4 + 3] }
        }
      }
    }
    return result
  }
}

extension MediaError {
  /// Returns the error for an area that is too large to render.
  static func tooLarge(_ area: PixelRect) -> MediaError {
    MediaError(
      .invalidDimensions, subject: "\(area.width)×\(area.height)",
      reason: "the maximum width and height are \(ImageRecipe.largestSide) pixels")
  }

  /// Returns the error for a rectangle that is too far away or not a number.
  static func unplaceable(_ place: CGRect) -> MediaError {
    MediaError(.invalidDimensions, subject: "\(place)", reason: "invalid position of an image")
  }
}
