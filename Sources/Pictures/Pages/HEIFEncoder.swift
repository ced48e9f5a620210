import COpenCaptureHEIF
public import OpenCaptureMediaSamples
public import OpenCapturePictures

/// An encoder of HEIC and AVIF files, based on libheif if it is installed with an encoder.
public struct HEIFEncoder: Sendable {
  /// The codec: HEVC for HEIC, AV1 for AVIF.
  public let codec: VideoCodecType
  /// The quality, from 0 (smallest) to 100 (best) (default: 80).
  public let quality: Int

  /// Creates an encoder.
  public init(_ codec: VideoCodecType, quality: Int = 80) {
    self.codec = codec
    self.quality = quality
  }

  /// Returns whether pictures can be encoded with a codec on this system.
  public static func isAvailable(_ codec: VideoCodecType) -> Bool { code(of: codec).map(cheif_encodes) ?? false }

  private static func code(of codec: VideoCodecType) -> cheif_codec? {
    switch codec {
    case .hevc: CHEIF_HEVC
    case .av1: CHEIF_AV1
    default: nil
    }
  }

  /// Encodes a picture.
  ///
  /// The orientation is written as a property of the file. The EXIF data declares the picture upright, as these formats
  /// require.
  ///
  /// - Parameters:
  ///   - picture: The pixels in RGB24.
  ///   - metadata: The metadata of the file.
  /// - Throws: `PictureError` if libheif or its encoder is missing, the pixel format is not supported, the quality is
  ///   out of range, or memory is exhausted.
  public func encode(
    _ picture: PixelBuffer, metadata: PictureMetadata = PictureMetadata()
  ) throws(PictureError) -> DataBuffer {
    guard (0...100).contains(quality) else {
      throw PictureError(
        .invalidOption, subject: "picture", reason: "quality must be from 0 to 100, not \(quality)")
    }
    guard let code = Self.code(of: codec), picture.format == .rgb24 else {
      throw PictureError(
        .unsupportedConversion, subject: "picture", reason: "cannot write \(picture.format) pixels as \(codec)",
        hint: "convert them to \(PixelFormat.rgb24)")
    }
    var upright = metadata
    upright.orientation = .up
    // libheif itself inserts the offset of the TIFF structure in front of it (ISO/IEC 23008-12, A.2.1).
    let exif = ExifData.bytes(upright, dimensions: picture.dimensions)
    var output = cheif_output()
    var failure = cheif_failure()
    let outcome = exif.withUnsafeBufferPointer { exif in
      picture.withUnsafePlane(0) { pixels in
        var request = cheif_picture()
        request.codec = code
        request.pixels = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
        request.width = Int32(clamping: picture.width)
        request.height = Int32(clamping: picture.height)
        request.bytes_per_row = Int32(clamping: picture.planes[0].bytesPerRow)
        request.quality = Int32(quality)
        request.orientation = Int32(metadata.orientation.rawValue)
        request.exif = exif.baseAddress
        request.exif_count = Int32(clamping: exif.count)
        return cheif_encode(&request, &output, &failure)
      }
    }
    guard outcome == CHEIF_DONE else { throw error(outcome, failure) }
    do throws(MediaError) { return try DataBuffer(adopting: output.bytes, count: output.count) } catch {
      throw PictureError(.outOfMemory, subject: "picture", error)
    }
  }

  private func error(_ outcome: cheif_outcome, _ failure: cheif_failure) -> PictureError {
    let message = PictureError.words(failure.message)
    switch outcome {
    case CHEIF_NO_LIBRARY: return PageEngine.libheif.missing("picture")
    case CHEIF_NO_DECODER:
      let (format, plugin) = codec == .av1 ? ("AVIF", "aomenc") : ("HEIC", "x265")
      return PictureError(
        .libraryMissing, subject: "picture", reason: "the installed libheif has no encoder for \(format)",
        hint: "install its plugin libheif-plugin-\(plugin), or choose JPEG")
    case CHEIF_NO_MEMORY:
      return PictureError(.outOfMemory, subject: "picture", reason: "not enough memory to encode the picture")
    default:
      return PictureError(
        .cannotWrite, subject: "picture",
        reason: "cannot encode the picture" + (message.isEmpty ? "" : " (\(message))"))
    }
  }
}
