package import OpenCapturePictures

extension PictureLimits {
  /// The most memory that commands take for any single input unless they are told otherwise, in bytes.
  package static let commandMemory = 1_000_000_000

  /// What commands read unless they are told otherwise.
  ///
  /// - Parameter bytesPerPixel: All copies of the picture that there are at once, in bytes a pixel.
  package static func forCommands(bytesPerPixel: Int) -> PictureLimits {
    PictureLimits(
      maximumPixelCount: commandMemory / bytesPerPixel, maximumMemory: commandMemory,
      workingBytesPerPixel: bytesPerPixel, remedy: InputOptions.remedy)
  }
}
