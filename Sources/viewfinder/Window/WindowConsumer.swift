import OpenCapture

/// A consumer that shows the newest frames in a window.
struct WindowConsumer: FrameConsumer {
  private let window: PreviewWindow
  /// Whether the window will take the displayed size of the next frame.
  private var fits: Bool

  /// Makes a consumer.
  ///
  /// - Parameter fitting: Whether the window takes the size of the first frame.
  init(_ window: PreviewWindow, fitting: Bool) {
    self.window = window
    fits = fitting
  }

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
