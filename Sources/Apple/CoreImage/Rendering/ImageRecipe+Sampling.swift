import CoreVideo
import OpenCaptureMediaSamples

extension ImageRecipe {
  /// The pixels of a part of what a transformation makes of the image, for those that turn by no quarter or skew.
  func skewed(by transform: CGAffineTransform, in part: PixelRect, _ content: PixelContent) throws -> PixelBuffer {
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    // The pixels, whose number is whole, fill what the image is, or there would be gaps at its edges.
    let filling = CGAffineTransform.stretching(whole.rect, to: extent)
    return try sampled(by: filling.concatenating(transform), in: part, content)
  }

  /// The pixels of a part of what a transformation makes of the image's pixels.
  ///
  /// Each is made of the four around the place that it comes from; no others are rendered.
  func sampled(by transform: CGAffineTransform, in part: PixelRect, _ content: PixelContent) throws -> PixelBuffer {
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    let back = transform.inverted()
    var target = try PixelBuffer.blank(part, content.format)
    let needed = PixelRect(part.rect.applying(back))?.widened(by: 2).intersection(whole) ?? whole
    guard !needed.isEmpty else { return target }
    let source = try pixels(of: needed, content)
    let (bytesPerPixel, stride) = (content == .color ? 4 : 1, target.planes[0].bytesPerRow)
    let sourceStride = source.planes[0].bytesPerRow
    try source.withUnsafePlane(0) { from in
      let reader = BilinearReader(
        bytes: from, bytesPerRow: sourceStride, bytesPerPixel: bytesPerPixel, whole: whole, area: needed)
      try target.withUnsafeMutablePlane(0) { to in
        for row in 0..<part.height {
          for column in 0..<part.width {
            let middle = CGPoint(x: Double(part.x + column) + 0.5, y: Double(part.maxY - row) - 0.5)
            let pixel = UnsafeMutableRawBufferPointer(rebasing: to[(row * stride + column * bytesPerPixel)...])
            reader.read(middle.applying(back), into: pixel)
          }
        }
      }
    }
    return target
  }
}

/// Reads between pixels.
private struct BilinearReader {
  let bytes: UnsafeRawBufferPointer
  let bytesPerRow: Int
  let bytesPerPixel: Int
  /// Where there are pixels.
  let whole: PixelRect
  /// Those of them that are at hand.
  let area: PixelRect

  /// Writes what is at a place of the plane, y going up; outside of the picture, nothing.
  func read(_ place: CGPoint, into pixel: UnsafeMutableRawBufferPointer) {
    let (right, down) = (Double(place.x) - Double(whole.x), Double(whole.maxY) - Double(place.y))
    guard right >= 0, down >= 0, right <= Double(whole.width), down <= Double(whole.height) else { return }
    let (x, y) = (Double(place.x) - Double(area.x) - 0.5, Double(area.maxY) - Double(place.y) - 0.5)
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (across, below) = (x - Double(left), y - Double(top))
    let (first, second) = (column(left), column(left + 1))
    let (upper, lower) = (row(top), row(top + 1))
    for part in 0..<bytesPerPixel {
      let high = mix(bytes[upper + first + part], bytes[upper + second + part], across)
      let low = mix(bytes[lower + first + part], bytes[lower + second + part], across)
      pixel[part] = UInt8((high + (low - high) * below).rounded())
    }
  }

  private func column(_ x: Int) -> Int { min(max(x, 0), area.width - 1) * bytesPerPixel }

  private func row(_ y: Int) -> Int { min(max(y, 0), area.height - 1) * bytesPerRow }

  private func mix(_ left: UInt8, _ right: UInt8, _ share: Double) -> Double {
    Double(left) + (Double(right) - Double(left)) * share
  }
}
