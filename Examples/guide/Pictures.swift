import OpenCapture

/// Writes an upright JPEG thumbnail of a picture.
///
/// - Returns: The dimensions of the picture and of the thumbnail.
func makeThumbnail(of path: String, at target: String) throws -> (VideoDimensions, VideoDimensions) {
  // A 48-megapixel JPEG is decoded at an eighth of its size. A picture of more than 100 megapixels is rejected.
  let picture = try Picture(
    contentsOf: path,
    options: PictureReadingOptions(sufficientSize: VideoDimensions(width: 320, height: 240)),
    limits: PictureLimits(maximumPixelCount: 100_000_000))
  let upright = try picture.pixelBuffer.uprightCopy(picture.orientation)
  try JPEGEncoder(quality: 80).encode(upright).write(to: target)
  return (picture.info.dimensions, upright.dimensions)
}
