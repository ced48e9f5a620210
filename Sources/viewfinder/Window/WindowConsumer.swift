import OpenCapture

/// Shows frames in a window: the newest, however fast they come.
struct WindowConsumer: FrameConsumer {
  private let window: PreviewWindow
  /// Whether the window becomes as large as the first picture, as the person sees it.
  private var fits: Bool

  /// Makes one.
  ///
  /// - Parameter fitting: Whether the window becomes as large as the first picture.
  init(_ window: PreviewWindow, fitting: Bool) { (self.window, fits) = (window, fitting) }

  mutating func take(_ frame: Frame) {
    if fits {
      fits = false
      let renderer = window.renderer
      let orientation = frame.sampleBuffer.orientation.then(renderer.rotation.orientation)
      let picture = frame.sampleBuffer.formatDescription.dimensions
      window.resize(to: picture.inSquarePixels(renderer.pixelAspectRatio).upright(orientation))
    }
    window.show(frame)
  }
}

extension VideoRotation {
  fileprivate var orientation: ImageOrientation { ImageOrientation(quarterTurns: quarterTurns) }
}
