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
  /// The pixels of a part of the plane; where the image isn't, they are transparent and black.
  ///
  /// What is there already isn't copied: it is another lease on it.
  ///
  /// - Throws: `MediaError`, or what a decoder throws.
  func pixels(of area: PixelRect, _ content: PixelContent) throws -> PixelBuffer {
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
      if let turn = transform.orientation {
        return try recipe.picture(turned: turn, by: transform, content)
      }
      return (try recipe.sampled(by: transform, in: part, content), part)
    case .cropped(let recipe, _): return (try recipe.pixels(of: part, content), part)
    case .grey(let recipe):
      let grey = try recipe.pixels(of: part, content == .color ? .grey : content)
      return (try grey.converted(to: content.format), part)
    case .empty: return (try .blank(part, content.format), part)
    }
  }

  /// All of the image's pixels, turned and scaled, and where they come to lie.
  private func picture(
    turned orientation: ImageOrientation, by transform: CGAffineTransform, _ content: PixelContent
  ) throws -> (PixelBuffer, PixelRect) {
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    let target = CGRect(x: whole.x, y: whole.y, width: whole.width, height: whole.height).applying(transform)
    guard let place = PixelRect(target) else { throw MediaError.unplaceable(target) }
    // What is larger than any picture is refused by the scaler.
    let size = VideoDimensions(
      width: min(max(1, place.width), 1_000_000), height: min(max(1, place.height), 1_000_000))
    return (try pixels(of: whole, content).uprightCopy(orientation).resized(to: size), place)
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
  /// Where something can't be, because it is too far or not a number.
  static func unplaceable(_ place: CGRect) -> MediaError {
    MediaError(.invalidDimensions, subject: "\(place)", reason: "no picture can be there")
  }
}
