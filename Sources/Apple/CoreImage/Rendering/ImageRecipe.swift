import CoreVideo
import OpenCaptureMediaSamples

/// How an image comes about: from pixels or a file, by one step after another.
indirect enum ImageRecipe: Sendable {
  /// A stored picture, its lower left corner at the origin.
  case stored(SampleBuffer)
  /// What is laid elsewhere.
  case transformed(ImageRecipe, CGAffineTransform)
  /// A part.
  case cropped(ImageRecipe, CGRect)
  /// What the colour is taken out of.
  case grey(ImageRecipe)
  /// Nothing.
  case empty

  /// Where it is.
  var extent: CGRect {
    switch self {
    case .stored(let sample):
      let size = sample.mediaDescription.dimensions
      return CGRect(x: 0, y: 0, width: Int(size.width), height: Int(size.height))
    case .transformed(let recipe, let transform): return recipe.extent.applying(transform)
    case .cropped(let recipe, let part): return recipe.extent.shared(with: part)
    case .grey(let recipe): return recipe.extent
    case .empty: return .zero
    }
  }

  /// The same, laid elsewhere; two transformations become one.
  func transformed(by transform: CGAffineTransform) -> ImageRecipe {
    switch self {
    case .transformed(let recipe, let first): .transformed(recipe, first.concatenating(transform))
    default: transform.isIdentity ? self : .transformed(self, transform)
    }
  }

  /// A part of the same.
  func cropped(to part: CGRect) -> ImageRecipe {
    let part = part.standardized
    return extent.shared(with: part) == extent ? self : .cropped(self, part)
  }
}

extension CGRect {
  /// What is in both; zero where nothing is, or where one is no number, at which Foundation's own traps.
  fileprivate func shared(with other: CGRect) -> CGRect {
    let (left, bottom) = (max(minX, other.minX), max(minY, other.minY))
    let (right, top) = (min(maxX, other.maxX), min(maxY, other.maxY))
    let isNumber = !(other.minX + other.maxX + other.minY + other.maxY).isNaN
    guard isNumber, right > left, top > bottom else { return .zero }
    return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}
