package import OpenCaptureMediaSamples

/// The target size, scaling mode and orientation of written frames.
package struct FrameScaling: Sendable, Hashable {
  /// The treatment of a frame with another aspect ratio.
  package enum Mode: Sendable, Hashable {
    /// Stretch the frame.
    case resize
    /// Keep the aspect ratio and add black bars.
    case aspect
    /// Keep the aspect ratio and crop the excess.
    case aspectFill
  }

  /// The target size in pixels, upright; nil for the size of the first frame.
  package var dimensions: VideoDimensions?
  /// The treatment of a frame with another aspect ratio; default stretching.
  package var mode = Mode.resize
  /// An additional rotation for display, on top of each frame's own orientation.
  package var orientation = ImageOrientation.up

  /// Creates a fitting that keeps frames unchanged.
  package init() {}

  /// Scales a frame to its stored size in pixels.
  func fitted(_ sample: SampleBuffer, to goal: VideoDimensions) throws -> SampleBuffer {
    let size = sample.format.videoDimensions
    guard size != goal else { return sample }
    switch mode {
    case .resize:
      // Encoders accept I420 directly, and every format converts to it.
      return sample.replacingImage(try sample.uncachedImage(as: .i420).scaled(to: goal))
    case .aspect:
      let part = Self.size(of: size, within: goal)
      var canvas = try Self.black(goal)
      let scaled = try sample.uncachedImage(as: .bgra).scaled(to: part)
      try canvas.paste(scaled, x: (goal.width - part.width) / 2, y: (goal.height - part.height) / 2)
      return sample.replacingImage(canvas)
    case .aspectFill:
      let part = Self.size(of: goal, within: size)
      let cut = try sample.uncachedImage(as: .bgra).cropped(
        x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, width: part.width,
        height: part.height)
      return sample.replacingImage(try cut.scaled(to: goal))
    }
  }

  /// Returns the largest size with an aspect ratio that fits within a limit.
  static func size(of shape: VideoDimensions, within limit: VideoDimensions) -> VideoDimensions {
    let scale = min(Double(limit.width) / Double(shape.width), Double(limit.height) / Double(shape.height))
    return VideoDimensions(
      width: min(limit.width, max(1, Int((Double(shape.width) * scale).rounded()))),
      height: min(limit.height, max(1, Int((Double(shape.height) * scale).rounded()))))
  }

  private static func black(_ size: VideoDimensions) throws -> PixelBuffer {
    var canvas = try PixelBuffer(format: .bgra, width: size.width, height: size.height)
    try canvas.withUnsafeMutablePlane(0) { bytes in
      // Opaque black in BGRA.
      _ = bytes.initializeMemory(as: UInt32.self, repeating: UInt32(littleEndian: 0xFF00_0000))
    }
    return canvas
  }
}
