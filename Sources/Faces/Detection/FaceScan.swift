import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A scan of a whole picture for faces, one size at a time.
///
/// For each size, the engine gets a copy of the picture in which such a face has about twice the size of the
/// cascade's window. Then OpenCV examines every pixel instead of every second one, and scales the rest of the way
/// without blur. Both find more faces at little cost.
///
/// A cascade's window contains a margin around the face. Therefore, the scans for large faces widen the picture by
/// repeating its edges, for faces that fill the picture or are cut by its edge.
struct FaceScan: Sendable {
  let engine: any FaceEngine
  let view: FaceView
  /// Whether to scan the mirrored picture, as for profiles facing right.
  var isMirrored = false
  /// Whether to examine only every second pixel, at a quarter of the cost.
  var isCoarse = false

  /// The width of the margin around the picture, in sizes of the face.
  private static let margin = 0.2
  /// The size from which faces are searched for in the margin, in heights or widths of the picture.
  private static let minimumSizeInMargin = 0.25

  /// Returns the size of the largest face in a picture, in pixels.
  static func largestFace(in working: WorkingPicture) -> Double { Double(working.shortSide) * (1 + margin) }

  /// Returns the face sizes to scan for, in pixels of the working picture, largest first, with a ratio of `step`.
  static func sizes(from smallest: Double, to largest: Double, step: Double) -> [Double] {
    var sizes: [Double] = []
    var size = smallest
    while size <= largest {
      sizes.append(size)
      size *= step
    }
    return sizes.reversed()
  }

  /// Returns the relative cost of a scan for a size, proportional to the number of windows.
  static func cost(of size: Double, window: Int) -> Double { (size < 2 * Double(window) ? 1 : 4) / (size * size) }

  /// Returns the windows that look like faces of one size.
  ///
  /// Faces that are smaller than the cascade's window in the working picture are searched for in a finer level, in which
  /// they must not be.
  func windows(in working: WorkingPicture, size: Double) throws -> [FaceBox] {
    try WorkLimit.check()
    let window = Double(engine.smallestWindow(for: view))
    let wanted = (isCoarse ? 1 : 2) * window / size
    let (level, factor) = working.level(for: size < window ? wanted : min(1, wanted))
    let side = max(window, (size * factor).rounded())
    let isLarge = size >= Self.minimumSizeInMargin * Double(working.shortSide)
    let margin = isLarge ? Int(side * Self.margin) : 0
    let widened = isLarge ? try level.widened(by: margin) : level
    let picture = isMirrored ? try widened.uprightCopy(.upMirrored) : widened
    return try engine.windows(
      in: picture, view: view, sizes: Int(side)...Int(side), step: Self.step(from: window, to: side)
    ).map { found in
      var box = FaceBox(found)
      if isMirrored { box.center.x = Double(picture.width) - box.center.x }
      box.center.x -= Double(margin)
      box.center.y -= Double(margin)
      return box.scaled(by: 1 / factor)
    }
  }

  /// Returns a step of about a tenth that leads exactly from one size to another.
  private static func step(from window: Double, to side: Double) -> Double {
    guard side > window else { return 2 }
    let steps = max(1, (log(side / window) / log(1.1)).rounded())
    return pow(side / window, 1 / steps)
  }
}
