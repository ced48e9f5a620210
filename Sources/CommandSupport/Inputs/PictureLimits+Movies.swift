import MediaSamples
import Movies
import Pictures

extension PictureLimits {
  /// What decoders of movies take for each pixel, in bytes.
  ///
  /// Those are 16 frames that others refer to, the most that H.264 and HEVC have, and one on its way. A gigabyte is
  /// enough for 8K, the largest size that either has a level for.
  static let bytesPerMoviePixel = 28

  /// The same of pictures that FFmpeg reads: those of a GIF are three of four bytes a pixel, and one more is made.
  private static let bytesPerStillPixel = 16

  /// The same limits for what FFmpeg reads, before it says what that is.
  ///
  /// - Parameter byteCount: How much of the memory the file itself takes.
  func movieOptions(holding byteCount: Int) -> MovieReadingOptions {
    let most = (maximumMemory - byteCount) / max(workingBytesPerPixel, Self.bytesPerStillPixel)
    return MovieReadingOptions(maximumPixelCount: max(1, min(maximumPixelCount, most)))
  }

  /// About how much memory it takes to decode a movie and to work on its frames, in bytes.
  func memory(for movie: MovieInfo) -> Int {
    let decoding = movie.isStillPicture ? Self.bytesPerStillPixel : Self.bytesPerMoviePixel
    return movie.dimensions.width * movie.dimensions.height * max(workingBytesPerPixel, decoding)
  }

  /// The movie, unless it takes more memory than there may be.
  ///
  /// - Throws: `MovieError`.
  func checked(_ movie: MovieReader, holding byteCount: Int) throws(MovieError) -> MovieReader {
    let (needed, megabyte) = (memory(for: movie.info) + byteCount, 1_000_000)
    guard needed > maximumMemory else { return movie }
    throw MovieError(
      .tooLarge, subject: "movie",
      reason: "frames of \(movie.info.dimensions) pixels can take \(needed / megabyte) MB of memory, more than the "
        + "limit of \(maximumMemory / megabyte) MB", remedy: remedy)
  }
}
