public import OpenCaptureMediaSamples

/// Reads picture files that FFmpeg knows: WebP, GIF, BMP and many more.
///
/// `Pictures` reads JPEG, PNG and PNM, faster and without FFmpeg's libraries; this is for all others. Of an animated
/// GIF it reads the first frame; ``MovieReader`` reads all of them.
public struct StillPictureReader: Sendable {
  private let options: MovieReadingOptions

  /// Makes a reader; of its options, those that are about the size and the transparency of frames matter.
  public init(options: MovieReadingOptions = MovieReadingOptions()) { self.options = options }

  /// Reads a picture file.
  ///
  /// - Returns: The pixels, and how they are to be turned, as EXIF in WebP says; without a time.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, the file can't be read, is damaged, or no picture.
  public func sample(contentsOf path: String) throws(MovieError) -> SampleBuffer {
    try sample(MovieReader(contentsOf: path, options: options))
  }

  /// Reads a picture that is in memory.
  ///
  /// - Parameters:
  ///   - data: A whole file.
  ///   - name: What errors call it; default `picture`.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, the picture is damaged, or none.
  public func sample(_ data: DataBuffer, name: String = "picture") throws(MovieError) -> SampleBuffer {
    try sample(MovieReader(data, name: name, options: options))
  }

  private func sample(_ reader: MovieReader) throws(MovieError) -> SampleBuffer {
    guard reader.info.isStillPicture || reader.info.isAnimation else {
      throw MovieError(.unknownFormat, subject: reader.name, reason: "this is a movie, not a picture")
    }
    guard var sample = try reader.nextSample() else {
      throw MovieError(.corrupt, subject: reader.name, reason: "there is no picture in it that can be decoded")
    }
    // What follows may be missing: a file that was cut off, whose picture FFmpeg made up to the end.
    if reader.info.isStillPicture { _ = try reader.nextSample() }
    (sample.timing, sample.sequenceNumber) = (SampleTiming(), nil)
    return sample
  }
}
