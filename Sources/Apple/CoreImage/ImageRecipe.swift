import CoreVideo
import OpenCaptureMediaSamples

/// The source of an image and the operations to apply.
indirect enum ImageRecipe: Sendable {
  /// A stored image with its lower left corner at the origin.
  case stored(SampleBuffer)
  /// A transformed image.
  case transformed(ImageRecipe, CGAffineTransform)
  /// A part of an image.
  case cropped(ImageRecipe, CGRect)
  /// An image without color.
  case grey(ImageRecipe)
  /// An image whose pixels a kernel computes.
  case computed(ImageRecipe, CIColorKernel)
  /// An empty image.
  case empty

  /// The position and size in the plane.
  var extent: CGRect {
    switch self {
    case .stored(let sample):
      let size = sample.format.videoDimensions
      return CGRect(x: 0, y: 0, width: Int(size.width), height: Int(size.height))
    case .transformed(let recipe, let transform): return recipe.extent.applying(transform)
    case .cropped(let recipe, let part): return recipe.extent.overlap(with: part)
    case .grey(let recipe), .computed(let recipe, _): return recipe.extent
    case .empty: return .zero
    }
  }

  /// Returns the transformed image; consecutive transforms are combined.
  func transformed(by transform: CGAffineTransform) -> ImageRecipe {
    switch self {
    case .transformed(let recipe, let first): .transformed(recipe, first.concatenating(transform))
    default: transform.isIdentity ? self : .transformed(self, transform)
    }
  }

  /// Returns a part of the image.
  func cropped(to part: CGRect) -> ImageRecipe {
    let part = part.standardized
    return extent.overlap(with: part) == extent ? self : .cropped(self, part)
  }
}

extension CGRect {
  /// Returns the intersection, or zero if it is empty or the other rectangle contains NaN.
  ///
  /// Foundation's own intersection traps on NaN.
  fileprivate func overlap(with other: CGRect) -> CGRect {
    let left = max(minX, other.minX)
    let bottom = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let top = min(maxY, other.maxY)
    let isNumber = !(other.minX + other.maxX + other.minY + other.maxY).isNaN
    guard isNumber, right > left, top > bottom else { return .zero }
    return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}

/// A rectangle of whole pixels in the image plane; the y axis points up.
struct PixelRect: Hashable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Creates the rectangle with the nearest whole edges; nil if an edge exceeds 1e9 or is not a number.
  init?(_ rect: CGRect) {
    let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY].map { (Double($0) + 0.5).rounded(.down) }
    guard edges.allSatisfy({ abs($0) < 1e9 }) else { return nil }
    let left = Int(edges[0])
    let bottom = Int(edges[1])
    self.init(x: left, y: bottom, width: Int(edges[2]) - left, height: Int(edges[3]) - bottom)
  }

  var maxX: Int { x + width }
  var maxY: Int { y + height }
  var rect: CGRect { CGRect(x: x, y: y, width: width, height: height) }
  var isEmpty: Bool { width == 0 || height == 0 }

  /// Returns the intersection with another rectangle.
  func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let bottom = max(y, other.y)
    return PixelRect(
      x: left, y: bottom, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - bottom)
  }

  /// Returns the rectangle with a margin on all sides, in pixels.
  func widened(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// Returns the offset of another rectangle's upper left corner, in columns to the right and rows down.
  func offset(of other: PixelRect) -> (column: Int, row: Int) { (other.x - x, maxY - other.maxY) }
}
