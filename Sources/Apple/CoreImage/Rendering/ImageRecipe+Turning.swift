import CoreVideo
import OpenCaptureMediaSamples

extension ImageRecipe {
  /// Pixels that are in a part of what a transformation makes of the image at least, and where they are; for those that
  /// turn by quarters, mirror, stretch and move.
  func turned(
    _ orientation: ImageOrientation, by transform: CGAffineTransform, in part: PixelRect, _ content: PixelContent
  ) throws -> (PixelBuffer, PixelRect) {
    let target = extent.applying(transform)
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    guard let place = PixelRect(target) else { throw MediaError.unplaceable(target) }
    // An image that is less than half a pixel has none, however it is stretched.
    guard !whole.isEmpty else { return (try .blank(part, content.format), part) }
    let turn = Turn(orientation, of: whole, to: place)
    if turn.isOfSameSize { return (try pixels(of: turn.source(of: part), content).uprightCopy(orientation), part) }
    if turn.isCheaper(for: part) { return (try sampled(by: turn.map, in: part, content), part) }
    guard max(place.width, place.height) <= Self.largestSide else { throw MediaError.tooLarge(place) }
    let size = VideoDimensions(width: place.width, height: place.height)
    return (try pixels(of: whole, content).uprightCopy(orientation).resized(to: size), place)
  }
}

/// How pixels are turned, and stretched to a place.
private struct Turn {
  let orientation: ImageOrientation
  let place: PixelRect
  /// Where the pixels are once they are turned.
  private let turned: CGRect

  init(_ orientation: ImageOrientation, of whole: PixelRect, to place: PixelRect) {
    (self.orientation, self.place) = (orientation, place)
    turned = whole.rect.applying(CGAffineTransform(orientation))
  }

  var isOfSameSize: Bool { turned.size == place.rect.size }

  /// Whether a part of the picture is computed faster than the whole is scaled, most of which nobody asked for.
  ///
  /// A smaller picture is never larger than what it is made of, and of more than four pixels each.
  func isCheaper(for part: PixelRect) -> Bool {
    guard place.rect.width >= turned.width, place.rect.height >= turned.height else { return false }
    return part.width * part.height < place.width * place.height / 4
  }

  /// Where the pixels of a part come from, if the size is the same.
  func source(of part: PixelRect) -> PixelRect {
    let back = CGAffineTransform(translationX: turned.minX - place.rect.minX, y: turned.minY - place.rect.minY)
      .concatenating(CGAffineTransform(orientation).inverted())
    return PixelRect(part.rect.applying(back)) ?? part
  }

  /// Where the pixels go.
  ///
  /// As the scaler has it that enlarges whole pictures: the middles of the outermost pixels stay the outermost. So parts
  /// fit together, and to the whole.
  var map: CGAffineTransform {
    CGAffineTransform(orientation).concatenating(.stretching(turned.betweenMiddles, to: place.rect.betweenMiddles))
  }
}

extension CGRect {
  /// From the middles of its first pixels to the middles of its last ones.
  fileprivate var betweenMiddles: CGRect {
    CGRect(x: minX + 0.5, y: minY + 0.5, width: width - 1, height: height - 1)
  }
}

extension CGAffineTransform {
  /// Stretches and moves one rectangle to another; where one of its sides is nothing, it is moved.
  static func stretching(_ from: CGRect, to: CGRect) -> CGAffineTransform {
    let across = from.width > 0 ? to.width / from.width : 1
    let down = from.height > 0 ? to.height / from.height : 1
    return CGAffineTransform(
      a: across, b: 0, c: 0, d: down, tx: to.minX - from.minX * across, ty: to.minY - from.minY * down)
  }
}
