public import OpenCaptureMediaSamples
import OpenCaptureMovies
public import OpenCapturePictures

extension SampleBuffer {
  /// Reads a picture file of any format: JPEG, PNG and PNM without FFmpeg, all others that FFmpeg knows with it.
  ///
  /// The format is known from the content. Of an animated GIF, this is the first frame; `MovieReader` reads all.
  ///
  /// - Parameters:
  ///   - path: The file's name.
  ///   - limits: How large it may be.
  /// - Throws: `PictureError` where it can't be read or is no picture; `MovieError` where FFmpeg's libraries would
  ///   be needed and are missing, or found it damaged.
  public init(pictureAt path: String, limits: PictureLimits = PictureLimits()) throws {
    self = try pictureSample(path, limits)
  }
}

private func pictureSample(_ path: String, _ limits: PictureLimits) throws -> SampleBuffer {
  let encoded: EncodedPicture
  do {
    encoded = try EncodedPicture(contentsOf: path, limits: limits)
  } catch {
    guard error.code.unsupportedFormat != nil else { throw error }
    return try foreignPictureSample(path, limits, otherwise: error)
  }
  return try encoded.sampleBuffer()
}

private func foreignPictureSample(
  _ path: String, _ limits: PictureLimits, otherwise error: PictureError
) throws -> SampleBuffer {
  let options = MovieReadingOptions(maximumPixelCount: limits.maximumPixelCount, remedy: limits.remedy)
  do {
    return try StillPictureReader(options: options).sample(contentsOf: path)
  } catch let foreign {
    // What FFmpeg doesn't know either is better said by its name, PDF for instance.
    if foreign.code == .unknownFormat || foreign.code == .noVideo { throw error }
    throw foreign
  }
}
