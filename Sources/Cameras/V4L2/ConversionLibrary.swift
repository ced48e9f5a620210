import OpenCaptureFlow
import OpenCaptureSystem
import COpenCaptureV4L2
import COpenCaptureV4LConvert
import OpenCaptureSession
public import OpenCaptureMediaSamples

/// libv4lconvert, for cameras' formats that nothing else here decodes: Bayer patterns, and those that chips of old USB
/// cameras have of their own.
///
/// It is opened where a camera has such a format. Where it isn't installed, these formats are left out.
public enum ConversionLibrary {
  /// Whether it is installed.
  public static var isInstalled: Bool { cv4lconvert_is_available() }

  /// The line that installs it.
  public static let remedy = "sudo apt install libv4l-0"

  /// Whether it decodes a format, given by the driver's code.
  public static func decodes(_ code: FourCharCode) -> Bool { cv4lconvert_knows(code.rawValue.byteSwapped) }
}

/// Decodes frames in a format that only libv4lconvert knows.
///
/// Unchecked: the library's object is used under a lock.
final class ConversionLibraryDecoder: ImageDecoder, @unchecked Sendable {
  private let converter: Locked<OpaquePointer>
  private let size: VideoDimensions
  private let name: String
  private let pool: PixelBufferPool

  /// Prepares for pictures of a format; nil where the library doesn't decode it, or isn't there.
  ///
  /// - Parameter name: What errors call the camera.
  init?(_ format: cv4l2_format, name: String) {
    var format = cv4lconvert_format(
      width: format.width, height: format.height, pixel_format: format.pixel_format,
      bytes_per_line: format.bytes_per_line, size_image: format.size_image)
    guard let converter = cv4lconvert_open(&format) else { return nil }
    nonisolated(unsafe) let handle = converter
    self.converter = Locked(handle)
    (size, self.name) = (VideoDimensions(width: Int(format.width), height: Int(format.height)), name)
    let pool = try? PixelBufferPool(
      format: .rgb24, width: size.width, height: size.height, rowAlignment: 1, maximumBufferCount: 8)
    guard let pool else {
      cv4lconvert_close(converter)
      return nil
    }
    self.pool = pool
  }

  deinit { converter.withLock { cv4lconvert_close($0) } }

  /// Red, green and blue.
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
      let said = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let words = said.split(whereSeparator: \.isNewline).joined(separator: "; ")
      throw CaptureError(
        .deviceFailed, subject: name, errno: -status,
        reason: "libv4lconvert can't convert the frame: "
          + (words.isEmpty ? SystemErrorWords.reason(for: -status) : words))
    }
    return picture
  }
}
