public import OpenCaptureMediaSamples

/// A reader of image files that FFmpeg decodes, such as WebP, GIF and BMP.
///
/// `Pictures` reads JPEG, PNG and PNM faster and without FFmpeg's libraries. This type is for all other formats. It
/// reads only the first frame of an animated GIF; ``MovieReader`` reads all frames.
public struct StillPictureReader: Sendable {
  private let options: MovieReadingOptions

  /// Creates a reader; only the options about size and transparency apply.
  public init(options: MovieReadingOptions = MovieReadingOptions()) { self.options = options }

  /// Reads an image file.
  ///
  /// - Returns: The image and its orientation (from EXIF in WebP), without a time.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the file is unreadable, damaged or not an image.
  public func sample(contentsOf path: String) throws(MovieError) -> SampleBuffer {
    try sample(MovieReader(contentsOf: path, options: options))
  }

  /// Reads an image in memory.
  ///
  /// - Parameters:
  ///   - data: The contents of a complete file.
  ///   - name: The name for error messages; default `picture`.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the data is damaged or not an image.
  public func sample(_ data: DataBuffer, name: String = "picture") throws(MovieError) -> SampleBuffer {
    try sample(MovieReader(data, name: name, options: options))
  }

  private func sample(_ reader: MovieReader) throws(MovieError) -> SampleBuffer {
    guard reader.info.isStillPicture || reader.info.isAnimation else {
      throw MovieError(.unknownFormat, subject: reader.name, reason: "the file is a movie, not an image")
    }
    guard var sample = try reader.nextSample() else {
      throw MovieError(.corrupt, subject: reader.name, reason: "no image can be decoded")
    }
    // FFmpeg fills in the missing part of a truncated file; reading on reports the damage.
    if reader.info.isStillPicture { _ = try reader.nextSample() }
    sample.timing = SampleTiming()
    sample.sequenceNumber = nil
    return sample
  }
}
