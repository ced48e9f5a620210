import CoreVideo
import OpenCaptureMediaSamples

extension ImageRecipe {
  /// Returns pixels that contain a part of the transformed image, and their position.
  ///
  /// For transforms that rotate by quarter turns, mirror, scale and translate.
  func turned(
    _ orientation: ImageOrientation, by transform: CGAffineTransform, in part: PixelRect, _ content: PixelContent
  ) throws -> (PixelBuffer, PixelRect) {
    let target = extent.applying(transform)
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    guard let place = PixelRect(target) else { throw MediaError.unplaceable(target) }
    // An image that is less than half a pixel wide or high has no pixels, at any scale.
    guard !whole.isEmpty else { return (try .blank(part, content.format), part) }
    let scaling = ScaledRotation(orientation, of: whole, to: place)
    if scaling.keepsSize {
      return (try pixels(of: scaling.source(of: part), content).uprightCopy(orientation), part)
    }
    if scaling.isCheaper(for: part) { return (try sampled(by: scaling.transform, in: part, content), part) }
    guard max(place.width, place.height) <= Self.largestSide else { throw MediaError.tooLarge(place) }
    let size = VideoDimensions(width: place.width, height: place.height)
    return (try pixels(of: whole, content).uprightCopy(orientation).resized(to: size), place)
  }

  /// Returns the pixels of a part of the transformed image, for rotations other than quarter turns and for skews.
  func skewed(by transform: CGAffineTransform, in part: PixelRect, _ content: PixelContent) throws -> PixelBuffer {
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    // An extent need not have whole sides. The whole pixels are stretched over it to avoid gaps at the edges.
    let stretching = CGAffineTransform.stretching(whole.rect, to: extent)
    return try sampled(by: stretching.concatenating(transform), in: part, content)
  }

  /// Returns the pixels of a part of the transformed pixels of the image.
  ///
  /// Each pixel is interpolated from the four pixels around its source position. Only pixels near the part are
  /// rendered.
  func sampled(by transform: CGAffineTransform, in part: PixelRect, _ content: PixelContent) throws -> PixelBuffer {
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    let inverse = transform.inverted()
    var target = try PixelBuffer.blank(part, content.format)
    let needed = PixelRect(part.rect.applying(inverse))?.widened(by: 2).intersection(whole) ?? whole
    guard !needed.isEmpty else { return target }
    let source = try pixels(of: needed, content)
    let bytesPerPixel = content == .color ? 4 : 1
    let stride = target.planes[0].bytesPerRow
    let sourceStride = source.planes[0].bytesPerRow
    try source.withUnsafePlane(0) { from in
      let reader = BilinearReader(
        bytes: from, bytesPerRow: sourceStride, bytesPerPixel: bytesPerPixel, whole: whole, area: needed)
      try target.withUnsafeMutablePlane(0) { to in
        for row in 0..<part.height {
          for column in 0..<part.width {
            let center = CGPoint(x: Double(part.x + column) + 0.5, y: Double(part.maxY - row) - 0.5)
            let pixel = UnsafeMutableRawBufferPointer(rebasing: to[(row * stride + column * bytesPerPixel)...])
            reader.read(center.applying(inverse), into: pixel)
          }
        }
      }
    }
    return target
  }
}

/// A rotation of pixels by quarter turns, and their scaling to a rectangle.
private struct ScaledRotation {
  let orientation: ImageOrientation
  let place: PixelRect
  /// The area of the rotated pixels, before scaling.
  private let rotated: CGRect

  init(_ orientation: ImageOrientation, of whole: PixelRect, to place: PixelRect) {
    self.orientation = orientation
    self.place = place
    rotated = whole.rect.applying(CGAffineTransform(orientation))
  }

  var keepsSize: Bool { rotated.size == place.rect.size }

  /// Whether interpolating a part is faster than scaling the whole image.
  ///
  /// Reduced images always use the scaler: it averages more than four pixels, and the whole is never larger than
  /// its source.
  func isCheaper(for part: PixelRect) -> Bool {
    guard place.rect.width >= rotated.width, place.rect.height >= rotated.height else { return false }
    return part.width * part.height < place.width * place.height / 4
  }

  /// Returns the source area of a part, for equal sizes.
  func source(of part: PixelRect) -> PixelRect {
    let inverse = CGAffineTransform(translationX: rotated.minX - place.rect.minX, y: rotated.minY - place.rect.minY)
      .concatenating(CGAffineTransform(orientation).inverted())
    return PixelRect(part.rect.applying(inverse)) ?? part
  }

  /// The transform from source to destination pixels.
  ///
  /// It maps the centers of the outermost pixels to each other, as the scaler for whole images does. Parts
  /// therefore fit together and match the whole.
  var transform: CGAffineTransform {
    CGAffineTransform(orientation).concatenating(
      .stretching(rotated.pixelCenterBounds, to: place.rect.pixelCenterBounds))
  }
}

extension CGRect {
  /// The rectangle from the centers of the first pixels to the centers of the last pixels.
  fileprivate var pixelCenterBounds: CGRect {
    CGRect(x: minX + 0.5, y: minY + 0.5, width: width - 1, height: height - 1)
  }
}

extension CGAffineTransform {
  /// Returns the transform that scales and moves one rectangle to another; empty sides are only moved.
  static func stretching(_ source: CGRect, to: CGRect) -> CGAffineTransform {
    let across = source.width > 0 ? to.width / source.width : 1
    let down = source.height > 0 ? to.height / source.height : 1
    return CGAffineTransform(
      a: across, b: 0, c: 0, d: down, tx: to.minX - source.minX * across, ty: to.minY - source.minY * down)
  }
}

/// A reader that interpolates between pixels.
private struct BilinearReader {
  let bytes: UnsafeRawBufferPointer
  let bytesPerRow: Int
  let bytesPerPixel: Int
  /// The area of the whole image.
  let whole: PixelRect
  /// The area of the available pixels.
  let area: PixelRect

  /// Writes the pixel at a position of the plane, with y up; does nothing for positions outside the image.
  func read(_ place: CGPoint, into pixel: UnsafeMutableRawBufferPointer) {
    let right = Double(place.x) - Double(whole.x)
    let down = Double(whole.maxY) - Double(place.y)
    guard right >= 0, down >= 0, right <= Double(whole.width), down <= Double(whole.height) else { return }
    let x = Double(place.x) - Double(area.x) - 0.5
    let y = Double(area.maxY) - Double(place.y) - 0.5
    let left = Int(x.rounded(.down))
    let top = Int(y.rounded(.down))
    let across = x - Double(left)
    let below = y - Double(top)
    let first = column(left)
    let second = column(left + 1)
    let upper = row(top)
    let lower = row(top + 1)
    for component in 0..<bytesPerPixel {
      let high = mix(bytes[upper + first + component], bytes[upper + second + component], across)
      let low = mix(bytes[lower + first + component], bytes[lower + second + component], across)
      pixel[component] = UInt8((high + (low - high) * below).rounded())
    }
  }

  private func column(_ x: Int) -> Int { min(max(x, 0), area.width - 1) * bytesPerPixel }

  private func row(_ y: Int) -> Int { min(max(y, 0), area.height - 1) * bytesPerRow }

  private func mix(_ left: UInt8, _ right: UInt8, _ weight: Double) -> Double {
    Double(left) + (Double(right) - Double(left)) * weight
  }
}
