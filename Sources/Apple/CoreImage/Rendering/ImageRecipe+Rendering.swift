import CoreVideo
import OpenCaptureMediaSamples

/// What of an image is asked for.
enum PixelContent: Sendable {
  /// Its colours, in BGRA.
  case color
  /// How light it is, in grey of full range.
  case grey
  /// What detectors look at: grey of whatever range the picture has.
  case luma

  var format: PixelFormat { self == .color ? .bgra : .grey }
}

extension ImageRecipe {
  /// How many pixels can be rendered at once, across and down.
  static let largestSide = 32_768

  /// The pixels of a part of the plane; where the image isn't, they are transparent and black.
  ///
  /// What is there already isn't copied: it is another lease on it.
  ///
  /// - Throws: `MediaError`, for areas whose sides are above ``largestSide`` too, or what a decoder throws.
  func pixels(of area: PixelRect, _ content: PixelContent) throws -> PixelBuffer {
    guard max(area.width, area.height) <= Self.largestSide else { throw MediaError.tooLarge(area) }
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    let part = area.intersection(whole)
    guard !part.isEmpty else { return try .blank(area, content.format) }
    let (pixels, place) = try picture(of: part, content)
    return try pixels.laid(at: place, over: area)
  }

  /// Pixels that are in a part of the image at least, and where they are.
  private func picture(of part: PixelRect, _ content: PixelContent) throws -> (PixelBuffer, PixelRect) {
    switch self {
    case .stored(let sample):
      let pixels = try sample.pixels(content)
      return (pixels, PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height))
    case .transformed(let recipe, let transform):
      if let turn = transform.orientation { return try recipe.turned(turn, by: transform, in: part, content) }
      return (try recipe.skewed(by: transform, in: part, content), part)
    case .cropped(let recipe, _): return (try recipe.pixels(of: part, content), part)
    case .grey(let recipe): return (try recipe.greyPixels(of: part, content), part)
    case .empty: return (try .blank(part, content.format), part)
    }
  }

  /// The pixels of a part, without colour, and as transparent as they are with it.
  private func greyPixels(of part: PixelRect, _ content: PixelContent) throws -> PixelBuffer {
    guard content == .color else { return try pixels(of: part, content) }
    let grey = try pixels(of: part, .grey).converted(to: .bgra)
    return isOpaque ? grey : try grey.takingAlpha(of: pixels(of: part, .color))
  }
}

extension SampleBuffer {
  /// The stored picture.
  fileprivate func pixels(_ content: PixelContent) throws -> PixelBuffer {
    // Only what a decoder made is kept: memory that a camera's frames come in shouldn't grow by what is looked at once.
    switch content {
    case .color: try unsharedImage(as: .bgra)
    case .grey: try unsharedImage(as: .grey)
    case .luma: try luma()
    }
  }
}

extension PixelBuffer {
  /// Nothing: transparent, and black.
  static func blank(_ area: PixelRect, _ format: PixelFormat) throws -> PixelBuffer {
    var blank = try PixelBuffer(format: format, width: area.width, height: area.height)
    try blank.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
    return blank
  }

  /// What is seen of the picture in an area, the rest of which is blank.
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
}

extension MediaError {
  /// What is larger than anything that is rendered.
  static func tooLarge(_ area: PixelRect) -> MediaError {
    MediaError(
      .invalidDimensions, subject: "\(area.width)×\(area.height)",
      reason: "no side of what is rendered can be above \(ImageRecipe.largestSide)")
  }

  /// Where something can't be, because it is too far or not a number.
  static func unplaceable(_ place: CGRect) -> MediaError {
    MediaError(.invalidDimensions, subject: "\(place)", reason: "no picture can be there")
  }
}
