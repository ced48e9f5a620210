public import CoreVideo
import OpenCapturePages
import OpenCapturePictures

extension CIContext {
  /// Returns an image as a JPEG file; nil if the image is empty or cannot be rendered.
  ///
  /// - Parameters:
  ///   - image: The image. Transparent pixels become black.
  ///   - colorSpace: A gray color space for a file without color; otherwise has no effect.
  ///   - options: The quality from 0 to 1, for `kCGImageDestinationLossyCompressionQuality`; default 0.9.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    try? data(of: image, Self.jpeg(options), isGray: colorSpace.isGray).bytes
  }

  /// Returns an image as a PNG file; nil if the image is empty or cannot be rendered.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - format: ``CIFormat/L8`` for a file without color; otherwise has no effect.
  ///   - colorSpace: A gray color space for a file without color; otherwise has no effect.
  ///   - options: Has no effect.
  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    try? data(of: image, PNGEncoder(), isGray: colorSpace.isGray || format.pixelFormat == .grey).bytes
  }

  /// Returns an image as a HEIC file; nil if the image is empty, or if libheif has no encoder on this system.
  ///
  /// - Parameters:
  ///   - image: The image. Transparent pixels become black.
  ///   - format: Has no effect; the file has 8 bits per component.
  ///   - colorSpace: Has no effect.
  ///   - options: The quality from 0 to 1, for `kCGImageDestinationLossyCompressionQuality`; default 0.8.
  public func heifRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    try? heif(of: image, options).bytes
  }

  /// Writes an image to a JPEG file.
  ///
  /// The file is written whole or not at all. The parameters are those of
  /// ``jpegRepresentation(of:colorSpace:options:)``.
  ///
  /// - Throws: An error if the image cannot be rendered or the file cannot be written.
  public func writeJPEGRepresentation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try data(of: image, Self.jpeg(options), isGray: colorSpace.isGray).write(to: url)
  }

  /// Writes an image to a PNG file.
  ///
  /// The file is written whole or not at all. The parameters are those of
  /// ``pngRepresentation(of:format:colorSpace:options:)``.
  ///
  /// - Throws: An error if the image cannot be rendered or the file cannot be written.
  public func writePNGRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try data(of: image, PNGEncoder(), isGray: colorSpace.isGray || format.pixelFormat == .grey).write(to: url)
  }

  /// Writes an image to a HEIC file.
  ///
  /// The file is written whole or not at all. The parameters are those of
  /// ``heifRepresentation(of:format:colorSpace:options:)``.
  ///
  /// - Throws: An error if libheif has no encoder, the image cannot be rendered, or the file cannot be written.
  public func writeHEIFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try heif(of: image, options).write(to: url)
  }

  private static func jpeg(_ options: [CIImageRepresentationOption: Any]) -> JPEGEncoder {
    quality(options).map { JPEGEncoder(quality: $0) } ?? JPEGEncoder()
  }

  /// Returns the quality in percent; nil if the options have none.
  private static func quality(_ options: [CIImageRepresentationOption: Any]) -> Int? {
    guard let quality = options.number(kCGImageDestinationLossyCompressionQuality), quality.isFinite else {
      return nil
    }
    return Int((min(max(quality, 0.01), 1) * 100).rounded())
  }

  private func data(of image: CIImage, _ encoder: some PictureEncoder, isGray: Bool) throws -> DataBuffer {
    try encoder.encode(image.pixels(in: image.extent, as: isGray ? .L8 : .BGRA8)).data
  }

  private func heif(of image: CIImage, _ options: [CIImageRepresentationOption: Any]) throws -> DataBuffer {
    let pixels = try image.pixels(in: image.extent, as: .BGRA8).converted(to: .rgb24)
    return try HEIFEncoder(.hevc, quality: Self.quality(options) ?? 80).encode(pixels)
  }
}

extension DataBuffer {
  fileprivate var bytes: Data { withUnsafeBytes { Data($0) } }

  fileprivate func write(to url: URL) throws(PictureError) {
    guard url.isFileURL else { throw PictureError(.cannotWrite, subject: "\(url)", reason: "not a file URL") }
    try write(toPath: Array(url.path.utf8))
  }
}
