import MediaSamples

/// Looks for faces everywhere in a picture, one size at a time.
///
/// For each size the picture is shrunk until such a face is as large as the cascade's smallest window, so that every
/// size costs what it must, and can be had by itself.
struct FaceScan: Sendable {
  let engine: any FaceEngine
  let view: FaceView
  /// Whether to look at the mirrored picture, as for profiles that look to the right.
  var isMirrored = false
  /// OpenCV looks at every second pixel of every second row.
  var isDense = true

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

  /// The windows that look like faces of one size, which is at least the cascade's window.
  func windows(in working: WorkingPicture, size: Double) throws -> [FaceBox] {
    let window = engine.smallestWindow(for: view)
    let scale = Double(window) / size
    var picture = try working.scaled(by: scale)
    if isMirrored { picture = try picture.uprightCopy(.upMirrored) }
    // Sides are rounded to whole pixels, so the factor is not quite the scale.
    let factor = Double(working.picture.width) / Double(picture.width)
    var windows = try engine.windows(in: picture, view: view, sizes: window...window, step: 2)
    if size > 1.3 * Double(window), isDense, picture.width > window, picture.height > window {
      let part = try picture.cropped(x: 1, y: 1, width: picture.width - 1, height: picture.height - 1)
      windows += try engine.windows(in: part, view: view, sizes: window...window, step: 2).map {
        CascadeWindow(x: $0.x + 1, y: $0.y + 1, size: $0.size)
      }
    }
    return windows.map { found in
      var box = FaceBox(found)
      if isMirrored { box.center.x = Double(picture.width) - box.center.x }
      return box.scaled(by: factor)
    }
  }
}
