/// How far a picture is shrunk before faces are looked for.
struct WorkingScale: Sendable, Hashable {
  /// The size of the working picture against the whole one, at most 1.
  let factor: Double
  /// The size of the smallest face wanted in the working picture, in pixels.
  let smallestFace: Double

  /// Shrinks until the smallest face is as large as the smallest window.
  ///
  /// - Parameters:
  ///   - minimumFaceSize: A fraction of the height; what can't be one counts as 0 or 1.
  ///   - height: Of the upright picture, in pixels.
  ///   - window: The smallest window of the cascade, in pixels.
  init(minimumFaceSize: Double, height: Int, window: Int) {
    let fraction = minimumFaceSize.isNaN ? 0 : min(max(minimumFaceSize, 0), 1)
    let face = max(fraction * Double(height), Double(window))
    factor = Double(window) / face
    smallestFace = Double(window)
  }
}
