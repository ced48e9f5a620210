public import CoreVideo
import OpenCaptureMediaSamples
import OpenCapturePictures

extension CIContext {
  /// An image as a JPEG's file; nil where there is nothing in it, or it can't be rendered.
  ///
  /// - Parameters:
  ///   - image: The image; where it is transparent, it becomes black.
  ///   - colorSpace: A space of greys for a file without colours; else without effect.
  ///   - options: The quality, from 0 to 1, under ``kCGImageDestinationLossyCompressionQuality``; default 0.9.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    try? file(of: image, Self.jpeg(options), isGray: colorSpace.isGray).bytes
  }

  /// An image as a PNG's file; nil where there is nothing in it, or it can't be rendered.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - format: ``CIFormat/L8`` for a file without colours; else without effect.
  ///   - colorSpace: A space of greys for a file without colours; else without effect.
  ///   - options: Without effect.
  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    try? file(of: image, PNGEncoder(), isGray: colorSpace.isGray || format.pixelFormat == .grey).bytes
  }

  /// Writes an image to a file as a JPEG, whole or not at all; parameters as in
  /// ``jpegRepresentation(of:colorSpace:options:)``.
  ///
  /// - Throws: What couldn't be rendered or written, and why.
  public func writeJPEGRepresentation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try file(of: image, Self.jpeg(options), isGray: colorSpace.isGray).write(to: url)
  }

  /// Writes an image to a file as a PNG, whole or not at all; parameters as in
  /// ``pngRepresentation(of:format:colorSpace:options:)``.
  ///
  /// - Throws: What couldn't be rendered or written, and why.
  public func writePNGRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try file(of: image, PNGEncoder(), isGray: colorSpace.isGray || format.pixelFormat == .grey).write(to: url)
  }

  private static func jpeg(_ options: [CIImageRepresentationOption: Any]) -> JPEGEncoder {
    guard let quality = options.number(kCGImageDestinationLossyCompressionQuality), quality.isFinite else {
      return JPEGEncoder()
    }
    return JPEGEncoder(quality: Int((min(max(quality, 0.01), 1) * 100).rounded()))
  }

  private func file(
    of image: CIImage, _ encoder: some PictureEncoder, isGray: Bool
  ) throws -> EncodedPicture {
    let pixels = try image.pixels(in: image.extent, as: isGray ? .L8 : .BGRA8)
    return try encoder.encode(pixels)
  }
}

extension EncodedPicture {
  fileprivate var bytes: Data { data.withUnsafeBytes { Data($0) } }

  fileprivate func write(to url: URL) throws(PictureError) {
    guard url.isFileURL else {
      throw PictureError(.cannotWrite, subject: "\(url)", reason: "only files can be written")
    }
    try write(to: url.path)
  }
}
