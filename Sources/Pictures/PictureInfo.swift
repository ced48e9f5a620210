public import OpenCaptureMediaSamples

/// What the header of a picture says.
public struct PictureInfo: Sendable, Hashable {
  /// The file format.
  public let format: PictureFormat

  /// Width and height of the stored picture in pixels, before the orientation is applied.
  public let dimensions: VideoDimensions

  /// How the stored pixels must be turned to be upright: EXIF's tag 0x0112; `ImageOrientation.up` by
  /// default.
  public let orientation: ImageOrientation

  /// What there must be of bytes and memory to decode it.
  let cost: DecodingCost

  init(
    format: PictureFormat, dimensions: VideoDimensions, orientation: ImageOrientation, cost: DecodingCost
  ) {
    (self.format, self.dimensions, self.orientation, self.cost) = (format, dimensions, orientation, cost)
  }
}
