package import OpenCaptureFlow
import COpenCaptureV4L2
import OpenCaptureSession
import Glibc
package import OpenCaptureMediaSamples
package import OpenCaptureMovies

/// An open camera with the actual format and frame rate that its driver chose.
struct V4L2Setup {
  let descriptor: Int32
  let node: cv4l2_node
  let format: cv4l2_format
  let description: FormatDescription
  /// The plane layout of a buffer, or nil for compressed formats.
  let layout: PixelLayout?
  /// The decoder of H.264 or H.265 frames, or nil for other formats.
  let stream: StreamDecoder?
  let actualConfiguration: CaptureStreamConfiguration

  /// Opens a camera and requests a configuration.
  ///
  /// - Throws: ``CaptureError`` if a step fails. The camera is closed again.
  init(_ camera: V4L2Camera, _ requested: CaptureStreamConfiguration) throws(CaptureError) {
    let descriptor = cv4l2_open(camera.path)
    guard descriptor >= 0 else { throw camera.error(descriptor, "open") }
    do throws(CaptureError) { self = try V4L2Setup(camera, requested, descriptor) } catch {
      close(descriptor)
      throw error
    }
  }

  private init(
    _ camera: V4L2Camera, _ requested: CaptureStreamConfiguration, _ descriptor: Int32
  ) throws(CaptureError) {
    var node = cv4l2_node()
    let status = cv4l2_query_capabilities(descriptor, &node)
    guard status == 0 else { throw camera.error(status, "query the device") }
    let format = try Self.setFormat(camera, requested, descriptor, node)
    let code = V4L2PixelFormat.code(format.pixel_format)
    guard let media = V4L2PixelFormat.media(code, isFullRange: format.is_full_range), format.memory_planes == 1
    else {
      throw CaptureError(
        .unsupportedFormat, subject: camera.name,
        reason: "the driver chose \(code) instead of \(requested), and \(code) cannot be decoded")
    }
    let size = VideoDimensions(width: Int(format.width), height: Int(format.height))
    self.descriptor = descriptor
    self.node = node
    self.format = format
    switch media {
    case .codec(let codec):
      description = V4L2PixelFormat.description(codec, size, isBT709: format.is_bt709)
      layout = nil
      stream = try StreamDecoder.decoder(of: codec, size, camera: camera.name)
    case .pixels(let pixels):
      stream = nil
      description = FormatDescription(
        pixelFormat: pixels, dimensions: size, colorMatrix: format.is_bt709 ? .bt709 : .bt601)
      do throws(MediaError) { layout = try V4L2PixelFormat.layout(format, pixels) } catch {
        throw CaptureError(.unsupportedFormat, subject: camera.name, error)
      }
    }
    actualConfiguration = CaptureStreamConfiguration(
      formatDescription: description, driverCode: code,
      frameDuration: Self.setFrameDuration(requested.frameDuration, descriptor, node))
  }

  private static func setFormat(
    _ camera: V4L2Camera, _ requested: CaptureStreamConfiguration, _ descriptor: Int32, _ node: cv4l2_node
  ) throws(CaptureError) -> cv4l2_format {
    var node = node
    var format = cv4l2_format()
    let description = requested.formatDescription
    let size = description.videoDimensions
    var code = requested.driverCode
    if code == nil { code = try camera.formats().first { $0.formatDescription == description }?.driverCode }
    guard let code else {
      throw CaptureError(.unsupportedFormat, subject: camera.name, reason: "the camera does not offer \(requested)")
    }
    format.pixel_format = code.rawValue.byteSwapped
    format.width = UInt32(clamping: size.width)
    format.height = UInt32(clamping: size.height)
    let status = cv4l2_set_format(descriptor, &node, &format)
    guard status == 0 else { throw camera.error(status, "set the format \(requested)") }
    return format
  }

  /// Requests a frame duration and returns the actual one, or `.invalid` if the driver reports none.
  static func setFrameDuration(
    _ duration: MediaTime, _ descriptor: Int32, _ node: cv4l2_node
  ) -> MediaTime {
    var node = node
    var interval = cv4l2_fraction()
    if duration.isNumeric {
      interval.numerator = UInt32(clamping: duration.value)
      interval.denominator = UInt32(clamping: duration.timescale)
    }
    guard cv4l2_set_interval(descriptor, &node, &interval) == 0 else { return .invalid }
    return MediaTime(interval) ?? .invalid
  }
}

extension StreamDecoder {
  /// Returns a decoder for a camera's frames that depend on each other, or nil for the codec of single pictures.
  package static func decoder(
    of codec: VideoCodecType, _ size: VideoDimensions, camera name: String
  ) throws(CaptureError) -> StreamDecoder? {
    guard let codec = StreamCodec(codec) else { return nil }
    do throws(MovieError) { return try StreamDecoder(codec, size, name: name) } catch {
      throw CaptureError(.unsupportedFormat, subject: name, reason: error.reason, hint: error.hint)
    }
  }
}
