import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Looks for faces everywhere in a picture, one size at a time.
///
/// For each size the engine is given the picture at a size at which such a face is about two of the cascade's windows
/// large, and not at its own: OpenCV looks at every pixel then instead of every second, and shrinks the picture the rest
/// of the way without blurring it. Both find faces that are missed else, where it costs little.
struct FaceScan: Sendable {
  let engine: any FaceEngine
  let view: FaceView
  /// Whether to look at the mirrored picture, as for profiles that look to the right.
  var isMirrored = false
  /// Whether to look at every second pixel only, at a quarter of the time.
  var isCoarse = false

  /// The sizes of faces to look for, in pixels of the working picture, largest first.
  ///
  /// - Parameters:
  ///   - smallest: The size of the smallest.
  ///   - largest: What none exceeds.
  ///   - step: How many times as large each is as the next.
  static func sizes(from smallest: Double, to largest: Double, step: Double) -> [Double] {
    var sizes: [Double] = []
    var size = smallest
    while size <= largest {
      sizes.append(size)
      size *= step
    }
    return sizes.reversed()
  }

  /// What it costs to look for faces of a size, in proportion: so many windows are looked at.
  static func cost(of size: Double, window: Int) -> Double {
    (size < 2 * Double(window) ? 1 : 4) / (size * size)
  }

  /// The windows that look like faces of one size, which is at least the cascade's window.
  func windows(in working: WorkingPicture, size: Double) throws -> [FaceBox] {
    try WorkLimit.check()
    let window = Double(engine.smallestWindow(for: view))
    let (level, factor) = working.level(for: min(1, (isCoarse ? 1 : 2) * window / size))
    let picture = isMirrored ? try level.uprightCopy(.upMirrored) : level
    let side = max(window, (size * factor).rounded())
    return try engine.windows(
      in: picture, view: view, sizes: Int(side)...Int(side), step: Self.step(from: window, to: side)
    ).map { found in
      var box = FaceBox(found)
      if isMirrored { box.center.x = Double(picture.width) - box.center.x }
      return box.scaled(by: 1 / factor)
    }
  }

  /// A step, of a tenth or so, that leads exactly from one side to another.
  private static func step(from window: Double, to side: Double) -> Double {
    guard side > window else { return 2 }
    let steps = max(1, (log(side / window) / log(1.1)).rounded())
    return pow(side / window, 1 / steps)
  }
}
