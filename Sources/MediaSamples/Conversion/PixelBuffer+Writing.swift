extension PixelBuffer {
  /// Writes the same picture into the memory of another buffer, for all who hold that to see, by the rules of
  /// ``converted(to:matrix:into:)``.
  ///
  /// For modules in which buffers are objects: values are written to with ``convert(to:matrix:)``.
  ///
  /// - Parameters:
  ///   - target: As large as this picture, in this format or one of ``PixelFormat/conversionTargets``.
  ///   - matrix: How red, green and blue weigh in luma and chroma.
  /// - Throws: ``MediaError`` where the sizes differ, the format can't be had, or others read the memory meanwhile.
  package func write(into target: PixelBuffer, matrix: ColorMatrix) throws(MediaError) {
    let name = "\(target.format) \(target.dimensions)"
    guard target.dimensions == dimensions else {
      throw MediaError(.invalidDimensions, subject: name, reason: "the picture for it is \(dimensions)")
    }
    guard target.format == format || target.format.isConversionTarget else {
      throw MediaError(
        .unsupportedConversion, subject: "\(format) \(dimensions)", reason: "it can't become \(name)")
    }
    guard target.beginAccess(writing: true) else {
      throw MediaError(.unsupportedConversion, subject: name, reason: "others read its memory")
    }
    if target.format == format { copyRows(to: target) } else { convertPixels(to: target, matrix: matrix) }
    _ = target.endAccess(writing: true)
  }
}
