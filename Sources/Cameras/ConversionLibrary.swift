import OpenCaptureFlow
import OpenCaptureSystem
import COpenCaptureV4L2
import OpenCaptureSession
public import OpenCaptureMediaSamples

/// The optional library libv4lconvert, which decodes camera formats that have no other decoder.
///
/// These are Bayer patterns and the private formats of old USB camera chips. The library is loaded when a camera offers
/// one of them. If the library is not installed, these formats are not listed.
public enum ConversionLibrary {
  /// Whether the library is installed.
  public static var isInstalled: Bool { cv4lconvert_is_available() }

  /// The shell command that installs the library.
  public static let hint = "sudo apt install libv4l-0"

  /// Returns whether the library decodes the format with this driver code.
  public static func decodes(_ code: FourCharCode) -> Bool { cv4lconvert_supports(code.rawValue.byteSwapped) }
}

/// A decoder of frames in formats that only libv4lconvert supports, unchecked because a lock protects its object.
final class ConversionLibraryDecoder: ImageDecoder, @unchecked Sendable {
  private let converter: Locked<OpaquePointer>
  private let size: VideoDimensions
  private let name: String
  private let pool: PixelBufferPool

  /// Creates a decoder for a format, or returns nil if the library is missing or does not support the format.
  ///
  /// - Parameter name: The camera's name in error messages.
  init?(_ format: cv4l2_format, name: String) {
    var format = cv4lconvert_format(
      width: format.width, height: format.height, pixel_format: format.pixel_format,
      bytes_per_line: format.bytes_per_line, size_image: format.size_image)
    guard let converter = cv4lconvert_open(&format) else { return nil }
    nonisolated(unsafe) let handle = converter
    self.converter = Locked(handle)
    size = VideoDimensions(width: Int(format.width), height: Int(format.height))
    self.name = name
    let pool = try? PixelBufferPool(
      format: .rgb24, width: size.width, height: size.height, rowAlignment: 1, maximumBufferCount: 8)
    guard let pool else {
      cv4lconvert_close(converter)
      return nil
    }
    self.pool = pool
  }

  deinit { converter.withLock { cv4lconvert_close($0) } }

  var pixelFormats: [PixelFormat] { [.rgb24] }

  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer {
    try decodeImage(data, as: .rgb24).converted(to: .grey)
  }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    var picture = try pool.makeBuffer()
    var message = [CChar](repeating: 0, count: 256)
    let status = try picture.withUnsafeMutablePlane(0) { rgb in
      data.withUnsafeBytes { bytes in
        converter.withLock {
          cv4lconvert_to_rgb(
            $0, bytes.baseAddress, bytes.count, rgb.baseAddress, rgb.count, &message, message.count)
        }
      }
    }
    guard status == 0 else {
      let text = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let details = text.split(whereSeparator: \.isNewline).joined(separator: "; ")
      throw CaptureError(
        .deviceFailed, subject: name, errno: -status,
        reason: "libv4lconvert cannot convert the frame: "
          + (details.isEmpty ? SystemErrorMessages.reason(for: -status) : details))
    }
    return picture
  }
}
