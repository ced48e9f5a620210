import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures

extension PictureLimits {
  /// What the dearest decoders take for each pixel, in bytes: 18 frames of three components of two bytes.
  static let mostBytesPerPixel = 108

  /// What a frame takes that nobody can use as it is decoded, beside what is counted: the decoder's tables, the same in
  /// BGRA, red, green and blue of 16 bits on the way there, its luma and copies of that.
  private static let bytesPerConvertedPixel = 22

  /// The same limits for what FFmpeg reads, which counts what its frames take.
  ///
  /// - Parameter byteCount: How much of the memory the file itself takes.
  func movieOptions(holding byteCount: Int) -> MovieReadingOptions {
    var options = MovieReadingOptions(
      maximumPixelCount: maximumPixelCount, maximumMemory: max(1, maximumMemory - byteCount),
      remedy: remedy)
    options.reservedBytesPerPixel = max(workingBytesPerPixel, Self.bytesPerConvertedPixel)
    options.keepsColors = usesLumaOnly
    return options
  }

  /// About how much memory it takes to decode a movie and to work on its frames, in bytes.
  func memory(for movie: MovieInfo) -> Int {
    let pixels = movie.dimensions.width * movie.dimensions.height
    return min(maximumMemory, pixels * (movie.decodingBytesPerPixel + workingBytesPerPixel))
  }
}
