import CoreVideo
import OpenCaptureMediaSamples

extension ImageRecipe {
  /// The pixels of a part of what a transformation makes of the image, for those that turn by no quarter or skew.
  ///
  /// Each is made of the four around the place that it comes from.
  func sampled(
    by transform: CGAffineTransform, in part: PixelRect, _ content: PixelContent
  ) throws -> PixelBuffer {
    guard let whole = PixelRect(extent) else { throw MediaError.unplaceable(extent) }
    let source = try pixels(of: whole, content)
    var target = try PixelBuffer.blank(part, content.format)
    let (bytesPerPixel, sourceStride) = (content == .color ? 4 : 1, source.planes[0].bytesPerRow)
    let (back, stride) = (transform.inverted(), target.planes[0].bytesPerRow)
    try source.withUnsafePlane(0) { from in
      let reader = BilinearReader(
        bytes: from, bytesPerRow: sourceStride, bytesPerPixel: bytesPerPixel, width: whole.width,
        height: whole.height)
      try target.withUnsafeMutablePlane(0) { to in
        for row in 0..<part.height {
          for column in 0..<part.width {
            let middle = CGPoint(x: Double(part.x + column) + 0.5, y: Double(part.maxY - row) - 0.5)
            let place = middle.applying(back)
            let (x, y) = (Double(place.x) - Double(whole.x) - 0.5, Double(whole.maxY) - Double(place.y) - 0.5)
            let pixel = UnsafeMutableRawBufferPointer(rebasing: to[(row * stride + column * bytesPerPixel)...])
            reader.read(x: x, y: y, into: pixel)
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
  let width: Int
  let height: Int

  /// Writes what is at a place, in pixels from the middle of the upper left one; outside of the picture, nothing.
  func read(x: Double, y: Double, into pixel: UnsafeMutableRawBufferPointer) {
    guard x >= -0.5, y >= -0.5, x <= Double(width) - 0.5, y <= Double(height) - 0.5 else { return }
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (across, down) = (x - Double(left), y - Double(top))
    let (first, second) = (column(left), column(left + 1))
    let (upper, lower) = (row(top), row(top + 1))
    for part in 0..<bytesPerPixel {
      let above = mix(bytes[upper + first + part], bytes[upper + second + part], across)
      let below = mix(bytes[lower + first + part], bytes[lower + second + part], across)
      pixel[part] = UInt8((above + (below - above) * down).rounded())
    }
  }

  private func column(_ x: Int) -> Int { min(max(x, 0), width - 1) * bytesPerPixel }

  private func row(_ y: Int) -> Int { min(max(y, 0), height - 1) * bytesPerRow }

  private func mix(_ left: UInt8, _ right: UInt8, _ share: Double) -> Double {
    Double(left) + (Double(right) - Double(left)) * share
  }
}
