import COpenCaptureHEIF
import Glibc
public import OpenCaptureMediaSamples
public import OpenCapturePictures

/// Writes HEIC and AVIF files, by libheif where it is installed and has an encoder.
public struct HEIFEncoder: Sendable {
  /// HEVC, for HEIC, or AV1, for AVIF.
  public let codec: VideoCodecType
  /// The quality, 0 (smallest) to 100 (best); default 80.
  public let quality: Int

  /// Makes an encoder.
  public init(_ codec: VideoCodecType, quality: Int = 80) { (self.codec, self.quality) = (codec, quality) }

  /// Whether files with pictures of a codec can be written here.
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
  /// Its orientation is written as these formats have it, and its EXIF data calls it upright, as they require.
  ///
  /// - Parameters:
  ///   - picture: The pixels, RGB24, as they are to be stored.
  ///   - metadata: What is written beside them.
  /// - Throws: `PictureError` where libheif or its encoder isn't there, the pixel format can't be written, the quality
  ///   is out of range, or there is no memory.
  public func encode(
    _ picture: PixelBuffer, metadata: PictureMetadata = PictureMetadata()
  ) throws(PictureError) -> DataBuffer {
    guard (0...100).contains(quality) else {
      throw PictureError(
        .invalidOption, subject: "picture", reason: "quality is \(quality), it must be from 0 to 100")
    }
    guard let code = Self.code(of: codec), picture.format == .rgb24 else {
      throw PictureError(
        .unsupportedConversion, subject: "picture", reason: "\(picture.format) pixels can't be written as \(codec)",
        remedy: "convert them to \(PixelFormat.rgb24)")
    }
    var upright = metadata
    upright.orientation = .up
    // Four bytes say where the TIFF structure begins (ISO/IEC 23008-12, A.2.1), which libheif puts in front itself.
    let exif = EncodedPicture.exifData(upright, dimensions: picture.dimensions)
    var (output, failure) = (cheif_output(), cheif_failure())
    let outcome = exif.withUnsafeBufferPointer { exif in
      picture.withUnsafePlane(0) { pixels in
        var wanted = cheif_picture()
        (wanted.codec, wanted.pixels) = (code, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self))
        (wanted.width, wanted.height) = (Int32(clamping: picture.width), Int32(clamping: picture.height))
        wanted.bytes_per_row = Int32(clamping: picture.planes[0].bytesPerRow)
        (wanted.quality, wanted.orientation) = (Int32(quality), Int32(metadata.orientation.rawValue))
        (wanted.exif, wanted.exif_count) = (exif.baseAddress, Int32(clamping: exif.count))
        return cheif_encode(&wanted, &output, &failure)
      }
    }
    guard outcome == CHEIF_DONE else { throw error(outcome, failure) }
    return try taken(output)
  }

  private func taken(_ output: cheif_output) throws(PictureError) -> DataBuffer {
    let address = UInt(bitPattern: output.bytes)
    do throws(MediaError) {
      return try DataBuffer(wrapping: UnsafeMutableRawBufferPointer(start: output.bytes, count: output.count)) {
        free(UnsafeMutableRawPointer(bitPattern: address))
      }
    } catch {
      throw PictureError(.outOfMemory, subject: "picture", error)
    }
  }

  private func error(_ outcome: cheif_outcome, _ failure: cheif_failure) -> PictureError {
    let message = withUnsafeBytes(of: failure.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    switch outcome {
    case CHEIF_NO_LIBRARY: return PageEngine.libheif.missing("picture")
    case CHEIF_NO_DECODER:
      let (format, plugin) = codec == .av1 ? ("AVIF", "aomenc") : ("HEIC", "x265")
      return PictureError(
        .libraryMissing, subject: "picture", reason: "the installed libheif has no encoder for \(format)",
        remedy: "install its plugin, libheif-plugin-\(plugin), or choose JPEG")
    case CHEIF_NO_MEMORY: return PictureError(.outOfMemory, subject: "picture", reason: "there is no memory for it")
    default:
      return PictureError(
        .cannotWrite, subject: "picture",
        reason: "it can't be encoded" + (message.isEmpty ? "" : " (\(message))"))
    }
  }
}
