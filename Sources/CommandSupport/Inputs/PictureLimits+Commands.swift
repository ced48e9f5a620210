import OpenCaptureMediaSamples
import OpenCaptureMovies
package import OpenCapturePictures

extension PictureLimits {
  /// The default memory limit for a single input, in bytes.
  package static let commandMemory = 1_000_000_000

  /// Returns the default limits of commands.
  ///
  /// - Parameters:
  ///   - bytesPerPixel: The memory for all concurrent copies of a picture, in bytes per pixel.
  ///   - memory: The memory limit for a single input, in bytes.
  package static func forCommands(bytesPerPixel: Int, memory: Int = commandMemory) -> PictureLimits {
    PictureLimits(
      maximumPixelCount: memory / bytesPerPixel, maximumMemory: memory,
      workingBytesPerPixel: bytesPerPixel, hint: InputOptions.hint)
  }
}

extension PictureLimits {
  /// The most memory that decoders take per pixel, in bytes: 18 frames of three components of two bytes.
  static let maxDecodingBytesPerPixel = 108

  /// The additional memory per pixel for a frame that must be converted, in bytes.
  ///
  /// Includes the decoder's tables, the frame in BGRA, an intermediate 16-bit RGB frame, and copies of the luma.
  private static let bytesPerConvertedPixel = 22

  /// Returns the same limits for FFmpeg, which count the memory of its frames.
  ///
  /// - Parameter byteCount: The memory that the file itself takes.
  func movieOptions(holding byteCount: Int) -> MovieReadingOptions {
    var options = MovieReadingOptions(
      maximumPixelCount: maximumPixelCount, maximumMemory: max(1, maximumMemory - byteCount),
      hint: hint)
    options.reservedBytesPerPixel = max(workingBytesPerPixel, Self.bytesPerConvertedPixel)
    options.keepsColors = usesLumaOnly
    return options
  }

  /// Returns the approximate memory to decode a movie and process its frames, in bytes.
  func memory(for movie: MovieInfo) -> Int {
    let pixels = movie.dimensions.width * movie.dimensions.height
    return min(maximumMemory, pixels * (movie.decodingBytesPerPixel + workingBytesPerPixel))
  }
}
