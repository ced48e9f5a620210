import OpenCapture

/// Writes a picture as an upright JPEG that is hardly larger than it must be, whatever format the picture has.
///
/// - Returns: The picture's size, and that of what was written.
func makeThumbnail(of path: String, at target: String) throws -> (VideoDimensions, VideoDimensions) {
  // A JPEG of 48 megapixels is decoded at an eighth of its size, and nothing that claims more than 100 at all.
  let picture = try Picture(
    contentsOf: path,
    options: PictureReadingOptions(sufficientSize: VideoDimensions(width: 320, height: 240)),
    limits: PictureLimits(maximumPixelCount: 100_000_000))
  let upright = try picture.pixelBuffer.uprightCopy(picture.orientation)
  try JPEGEncoder(quality: 80).encode(upright).write(to: target)
  return (picture.info.dimensions, upright.dimensions)
}
