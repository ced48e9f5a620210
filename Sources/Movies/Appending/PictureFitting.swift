package import OpenCaptureMediaSamples

/// How large pictures are written, and how they are turned.
package struct PictureFitting: Sendable, Hashable {
  /// What becomes of a picture of another shape.
  package enum Mode: Sendable, Hashable {
    /// It is stretched.
    case resize
    /// It keeps its shape, and what is left is black.
    case aspect
    /// It keeps its shape, and what doesn't fit is cut off.
    case aspectFill
  }

  /// Pixels across and down as a picture comes, upright; nil for those of the first one.
  package var dimensions: VideoDimensions?
  /// What becomes of a picture of another shape.
  package var mode = Mode.resize
  /// How pictures are to be turned when they are shown, besides what each says itself.
  package var orientation = ImageOrientation.up

  /// Pictures as they come.
  package init() {}

  /// The picture as large as it is written.
  ///
  /// - Parameters:
  ///   - sample: The picture.
  ///   - goal: Pixels across and down as they are stored.
  /// - Throws: What the decoder throws, or `MediaError` where it can't be scaled.
  func fitted(_ sample: SampleBuffer, to goal: VideoDimensions) throws -> SampleBuffer {
    let size = sample.formatDescription.dimensions
    guard size != goal else { return sample }
    switch mode {
    case .resize:
      // What encoders take anyway, and what can be scaled whatever the picture came in.
      return sample.replacingImage(try sample.unsharedImage(as: .i420).scaled(to: goal))
    case .aspect:
      let part = Self.size(of: size, within: goal)
      var sheet = try Self.black(goal)
      let scaled = try sample.unsharedImage(as: .bgra).scaled(to: part)
      try sheet.paste(scaled, x: (goal.width - part.width) / 2, y: (goal.height - part.height) / 2)
      return sample.replacingImage(sheet)
    case .aspectFill:
      let part = Self.size(of: goal, within: size)
      let cut = try sample.unsharedImage(as: .bgra).cropped(
        x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, width: part.width,
        height: part.height)
      return sample.replacingImage(try cut.scaled(to: goal))
    }
  }

  /// The largest size of a shape within another one.
  static func size(of shape: VideoDimensions, within limit: VideoDimensions) -> VideoDimensions {
    let scale = min(
      Double(limit.width) / Double(shape.width), Double(limit.height) / Double(shape.height))
    return VideoDimensions(
      width: min(limit.width, max(1, Int((Double(shape.width) * scale).rounded()))),
      height: min(limit.height, max(1, Int((Double(shape.height) * scale).rounded()))))
  }

  private static func black(_ size: VideoDimensions) throws -> PixelBuffer {
    var sheet = try PixelBuffer(format: .bgra, width: size.width, height: size.height)
    try sheet.withUnsafeMutablePlane(0) { bytes in
      // Opaque, in one go.
      _ = bytes.initializeMemory(as: UInt32.self, repeating: UInt32(littleEndian: 0xFF00_0000))
    }
    return sheet
  }
}
