import OpenCaptureFlow
import COpenCaptureV4L2
import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// A camera that was opened and asked for a format and a rate, and what it granted.
struct V4L2Setup {
  let descriptor: Int32
  let node: cv4l2_node
  let format: cv4l2_format
  let media: FormatDescription.VideoSubType
  let description: FormatDescription
  /// Where planes lie in a buffer; nil for compressed pictures.
  let layout: PixelLayout?
  /// What decodes pictures that build on each other; nil for others.
  let stream: StreamDecoder?
  let granted: CaptureStreamConfiguration

  /// Opens and asks; closes again where that fails.
  init(_ camera: V4L2Camera, _ wanted: CaptureStreamConfiguration) throws(CaptureError) {
    let descriptor = cv4l2_open(camera.path)
    guard descriptor >= 0 else { throw camera.error(descriptor, "open it") }
    do throws(CaptureError) { self = try V4L2Setup(camera, wanted, descriptor) } catch {
      close(descriptor)
      throw error
    }
  }

  private init(
    _ camera: V4L2Camera, _ wanted: CaptureStreamConfiguration, _ descriptor: Int32
  ) throws(CaptureError) {
    var node = cv4l2_node()
    let status = cv4l2_describe(descriptor, &node)
    guard status == 0 else { throw camera.error(status, "ask what it is") }
    let format = try Self.ask(camera, wanted, descriptor, node)
    let code = V4L2PixelFormat.code(format.pixel_format)
    guard let media = V4L2PixelFormat.media(code, isFullRange: format.is_full_range), format.memory_planes == 1
    else {
      throw CaptureError(
        .unsupportedFormat, subject: camera.identity.localizedName,
        reason: "the driver granted \(code) for \(wanted), which isn't decoded here")
    }
    let size = VideoDimensions(width: Int(format.width), height: Int(format.height))
    let matrix: ColorMatrix = format.is_bt709 ? .bt709 : .bt601
    (self.descriptor, self.node, self.format, self.media) = (descriptor, node, format, media)
    switch media {
    case .codec(let codec):
      (description, layout) = (V4L2PixelFormat.description(codec, size, isBT709: format.is_bt709), nil)
      stream = try Self.streamDecoder(codec, size, of: camera)
    case .pixels(let pixels):
      stream = nil
      description = FormatDescription(pixelFormat: pixels, dimensions: size, colorMatrix: matrix)
      do throws(MediaError) { layout = try V4L2PixelFormat.layout(format, pixels) } catch {
        throw CaptureError(.unsupportedFormat, subject: camera.identity.localizedName, error)
      }
    }
    granted = CaptureStreamConfiguration(
      formatDescription: description, driverCode: code,
      frameDuration: Self.askRate(wanted.frameDuration, descriptor, node))
  }

  private static func streamDecoder(
    _ codec: VideoCodecType, _ size: VideoDimensions, of camera: V4L2Camera
  ) throws(CaptureError) -> StreamDecoder? {
    guard let codec = StreamCodec(codec) else { return nil }
    let name = camera.identity.localizedName
    do throws(MovieError) { return try StreamDecoder(codec, size, name: name) } catch {
      throw CaptureError(.unsupportedFormat, subject: name, reason: error.reason, remedy: error.remedy)
    }
  }

  private static func ask(
    _ camera: V4L2Camera, _ wanted: CaptureStreamConfiguration, _ descriptor: Int32, _ node: cv4l2_node
  ) throws(CaptureError) -> cv4l2_format {
    var (node, format) = (node, cv4l2_format())
    let (description, size) = (wanted.formatDescription, wanted.formatDescription.dimensions)
    var code = wanted.driverCode
    if code == nil { code = try camera.formats().first { $0.formatDescription == description }?.driverCode }
    guard let code else {
      throw CaptureError(.unsupportedFormat, subject: camera.identity.localizedName, reason: "it has no \(wanted)")
    }
    format.pixel_format = code.rawValue.byteSwapped
    (format.width, format.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
    let status = cv4l2_set_format(descriptor, &node, &format)
    guard status == 0 else { throw camera.error(status, "set the format \(wanted)") }
    return format
  }

  /// Asks for a rate, and gives the one that was granted; invalid where the driver knows of none.
  private static func askRate(_ duration: MediaTime, _ descriptor: Int32, _ node: cv4l2_node) -> MediaTime {
    var (node, interval) = (node, cv4l2_fraction())
    if duration.isNumeric {
      interval.numerator = UInt32(clamping: duration.value)
      interval.denominator = UInt32(clamping: duration.timescale)
    }
    guard cv4l2_set_interval(descriptor, &node, &interval) == 0 else { return .invalid }
    return MediaTime(interval) ?? .invalid
  }
}
