public import OpenCaptureMediaSamples

/// What the frames of a stream have in common until it changes: how they are stored, and how they are seen.
public struct FrameFormat: Sendable, Hashable {
  /// How the media is stored: as pixels or compressed, how large, in which colours.
  public var formatDescription: FormatDescription

  /// How the stored picture must be turned to be upright.
  public var orientation: ImageOrientation

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - formatDescription: How the media is stored.
  ///   - orientation: How the stored picture must be turned to be upright; default not at all.
  public init(_ formatDescription: FormatDescription, orientation: ImageOrientation = .up) {
    (self.formatDescription, self.orientation) = (formatDescription, orientation)
  }

  /// The pixel format; nil for compressed media, which is decoded when its pixels are asked for.
  public var pixelFormat: PixelFormat? { formatDescription.pixelFormat }

  /// Width and height of the stored picture, before its orientation is applied.
  public var dimensions: VideoDimensions { formatDescription.dimensions }

  /// Width and height of the picture as it is seen.
  public var uprightDimensions: VideoDimensions { dimensions.upright(orientation) }
}

extension FrameFormat: CustomStringConvertible {
  /// Such as `420v 1920×1080`, and how it is turned where it is.
  public var description: String { "\(formatDescription)" + (orientation == .up ? "" : " \(orientation)") }
}
