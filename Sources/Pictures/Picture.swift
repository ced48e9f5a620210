public import OpenCaptureMediaSamples

/// A decoded picture.
public struct Picture: Sendable {
  /// The pixels as stored in the file.
  ///
  /// `PixelBuffer.uprightCopy(_:)` with ``orientation`` rotates them upright.
  public let pixelBuffer: PixelBuffer

  /// The information from the header.
  ///
  /// Its dimensions exceed those of the buffer if the picture was decoded at a smaller size.
  public let info: PictureInfo

  /// The damage of the picture; nil if all of it could be decoded.
  public let damage: PictureError?

  /// The rotation and mirroring that make the stored pixels upright.
  public var orientation: ImageOrientation { info.orientation }
}

extension Picture {
  /// Reads and decodes a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: The options for decoding.
  ///   - limits: The largest picture that is accepted.
  /// - Throws: ``PictureError`` if the file cannot be read, has no supported format, is too large or is damaged.
  public init(
    contentsOf path: String, options: PictureReadingOptions = PictureReadingOptions(),
    limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    self = try EncodedPicture(contentsOf: path, limits: limits).decoded(options)
  }
}

/// The information in the header of a picture.
public struct PictureInfo: Sendable, Hashable {
  /// The file format.
  public let format: PictureFormat

  /// The width and height of the stored picture in pixels, before the orientation is applied.
  public let dimensions: VideoDimensions

  /// The rotation and mirroring that make the stored pixels upright, from EXIF tag 0x0112.
  ///
  /// The default is `ImageOrientation.up`.
  public let orientation: ImageOrientation

  /// The bytes and the memory that decoding requires.
  let cost: DecodingCost
}
