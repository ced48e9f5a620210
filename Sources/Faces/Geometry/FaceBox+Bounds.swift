import OpenCaptureMediaSamples

extension FaceBox {
  /// What the face takes of the picture: less wide than the square of the cascades, and a little lower.
  ///
  /// The numbers are between the medians of two ways to draw boxes by hand or by a network (see `Models/README.md`):
  /// people differ more than they do.
  var bounds: Rect {
    let (width, height) = (size * 0.85, size * 0.97)
    return Rect(x: center.x - width / 2, y: center.y - height / 2 + size * 0.035, width: width, height: height)
  }
}
