public import OpenCaptureMediaSamples

/// What pixels an output delivers.
public struct VideoSettings: Sendable, Hashable {
  /// How pixels are stored; nil for those that the camera delivers, or that its pictures are decoded to.
  public var pixelFormat: PixelFormat?
  /// How large pictures are, once they are turned; nil for the size that the camera delivers.
  public var dimensions: VideoDimensions?
  /// Whether compressed pictures are delivered compressed.
  public var passesCompressedData: Bool
  /// Whether pixels are turned and mirrored as the connection says where neither a format nor a size is asked for, too;
  /// default false: the orientation goes along with the frame.
  public var turnsPixels = false

  /// Asks for pixels.
  ///
  /// - Parameters:
  ///   - pixelFormat: One of `PixelFormat.conversionTargets`; default what the camera delivers.
  ///   - dimensions: Default what the camera delivers.
  public init(pixelFormat: PixelFormat? = nil, dimensions: VideoDimensions? = nil) {
    (self.pixelFormat, self.dimensions, passesCompressedData) = (pixelFormat, dimensions, false)
  }

  private init(passesCompressedData: Bool) {
    (pixelFormat, dimensions, self.passesCompressedData) = (nil, nil, passesCompressedData)
  }

  /// Whatever the camera delivers, pixels or compressed pictures with their decoder: no work at all.
  public static let passthrough = VideoSettings(passesCompressedData: true)

  /// Whether a sample's pixels are to be made what somebody asked for, and then upright.
  func asksForPixels(of sample: SampleBuffer) -> Bool {
    pixelFormat != nil || dimensions != nil || (turnsPixels && sample.orientation != .up)
  }

  /// Whether a sample can be delivered as it is.
  package func areMet(by sample: SampleBuffer) -> Bool {
    passesCompressedData || (!asksForPixels(of: sample) && sample.imageBuffer != nil)
  }
}
