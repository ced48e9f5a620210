package import OpenCapturePictures

extension PictureLimits {
  /// The most memory that commands take for any single input unless they are told otherwise, in bytes.
  package static let commandMemory = 1_000_000_000

  /// What commands read unless they are told otherwise.
  ///
  /// - Parameters:
  ///   - bytesPerPixel: All copies of the picture that there are at once, in bytes a pixel.
  ///   - memory: The most that any single input takes, in bytes.
  package static func forCommands(bytesPerPixel: Int, memory: Int = commandMemory) -> PictureLimits {
    PictureLimits(
      maximumPixelCount: memory / bytesPerPixel, maximumMemory: memory,
      workingBytesPerPixel: bytesPerPixel, remedy: InputOptions.remedy)
  }
}
