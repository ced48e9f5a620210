import COpenCaptureV4L2
import OpenCaptureSession
package import OpenCaptureMediaSamples
import OpenCaptureMovies

/// The frame sizes listed for a camera that supports all sizes in a range.
///
/// Large frames are impractical, so only usual sizes up to a maximum area and the camera's current size are listed.
package struct V4L2SizeRange: Sendable {
  var width: ClosedRange<Int>
  var height: ClosedRange<Int>
  var step: (x: Int, y: Int)

  package static let usual: [VideoDimensions] = [
    (160, 120), (320, 240), (352, 288), (640, 360), (640, 480), (800, 600), (1024, 768), (1280, 720), (1280, 960),
    (1600, 1200), (1920, 1080), (2560, 1440), (2592, 1944), (3840, 2160), (4096, 3072),
  ].map { VideoDimensions(width: $0.0, height: $0.1) }

  /// The maximum area in pixels up to which the range's largest size is listed.
  static let maximumArea = 4096 * 3072

  package init(width: ClosedRange<Int>, height: ClosedRange<Int>, step: (x: Int, y: Int) = (1, 1)) {
    self.width = width
    self.height = height
    self.step = (max(1, step.x), max(1, step.y))
  }

  func contains(_ size: VideoDimensions) -> Bool {
    width.contains(size.width) && height.contains(size.height) && (size.width - width.lowerBound) % step.x == 0
      && (size.height - height.lowerBound) % step.y == 0
  }

  /// Returns the sizes to list: the usual ones, the current one and, if it is small enough, the largest one.
  package func sizes(current: VideoDimensions?) -> [VideoDimensions] {
    var candidates = Self.usual
    let largest = VideoDimensions(width: width.upperBound, height: height.upperBound)
    if Double(largest.width) * Double(largest.height) <= Double(Self.maximumArea) { candidates.append(largest) }
    if let current { candidates.append(current) }
    let fitting = candidates.filter(contains).reduce(into: [VideoDimensions]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return fitting.sorted { $0.width * $0.height < $1.width * $1.height }
  }
}

/// A reader of the formats of an open camera.
package struct V4L2FormatReader {
  let descriptor: Int32
  let node: cv4l2_node

  /// The limit that ends an enumeration if a driver never does.
  private static let maximumEntryCount: UInt32 = 256

  func formats() -> [CaptureDevice.Format] {
    var current = cv4l2_format()
    let isKnown = withUnsafePointer(to: node) { cv4l2_get_format(descriptor, $0, &current) } == 0
    let now = isKnown ? VideoDimensions(width: Int(current.width), height: Int(current.height)) : nil
    var formats: [CaptureDevice.Format] = []
    for code in pixelFormats() {
      guard let media = V4L2PixelFormat.media(V4L2PixelFormat.code(code)) else { continue }
      for size in sizes(code, current: now) where Self.isSupportedSize(size) {
        formats.append(
          CaptureDevice.Format(
            formatDescription: Self.description(media, size), frameRateRanges: rates(code, size),
            driverCode: V4L2PixelFormat.code(code)))
      }
    }
    return formats.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns whether a size is within the supported limits.
  package static func isSupportedSize(_ size: VideoDimensions) -> Bool {
    let sides = 1...PixelLayout.largestSide
    return sides.contains(size.width) && sides.contains(size.height)
  }

  /// Returns the codes of the formats that cannot be decoded.
  func undecodableCodes() -> [FourCharCode] {
    pixelFormats().map(V4L2PixelFormat.code).filter { V4L2PixelFormat.media($0) == nil }
  }

  private func pixelFormats() -> [UInt32] {
    var codes: [UInt32] = []
    for index in 0..<Self.maximumEntryCount {
      var format = cv4l2_pixel_format()
      let status = withUnsafePointer(to: node) { cv4l2_pixel_format_at(descriptor, $0, index, &format) }
      guard status == 0 else { break }
      // Formats that libv4l or the driver emulates in software are not formats of the camera.
      if !format.is_emulated, !codes.contains(format.pixel_format) { codes.append(format.pixel_format) }
    }
    return codes
  }

  private func sizes(_ code: UInt32, current: VideoDimensions?) -> [VideoDimensions] {
    var sizes: [VideoDimensions] = []
    for index in 0..<Self.maximumEntryCount {
      var size = cv4l2_size()
      guard cv4l2_size_at(descriptor, code, index, &size) == 0 else { break }
      if Int(size.type) == CV4L2_DISCRETE {
        sizes.append(VideoDimensions(width: Int(size.min_width), height: Int(size.min_height)))
        continue
      }
      guard size.min_width <= size.max_width, size.min_height <= size.max_height else { break }
      let range = V4L2SizeRange(
        width: Int(size.min_width)...Int(size.max_width), height: Int(size.min_height)...Int(size.max_height),
        step: (Int(size.step_width), Int(size.step_height)))
      return range.sizes(current: current)
    }
    // A driver that does not enumerate sizes supports its current size.
    return sizes.isEmpty ? current.map { [$0] } ?? [] : sizes
  }

  private func rates(_ code: UInt32, _ size: VideoDimensions) -> [FrameRateRange] {
    var ranges: [FrameRateRange] = []
    for index in 0..<Self.maximumEntryCount {
      var interval = cv4l2_interval()
      let status = cv4l2_interval_at(descriptor, code, UInt32(size.width), UInt32(size.height), index, &interval)
      guard status == 0, let range = Self.range(interval) else { break }
      ranges.append(range)
      if range.step != .discrete { break }
    }
    return ranges
  }

  static func range(_ interval: cv4l2_interval) -> FrameRateRange? {
    guard let low = MediaTime(interval.min), let high = MediaTime(interval.max) else { return nil }
    if Int(interval.type) == CV4L2_DISCRETE { return FrameRateRange(low) }
    let step = Int(interval.type) == CV4L2_STEPWISE ? MediaTime(interval.step) : nil
    return FrameRateRange(
      minFrameDuration: low, maxFrameDuration: high, step: step.map(FrameRateRange.Step.stepwise) ?? .continuous)
  }

  private static func description(
    _ media: FormatDescription.VideoSubType, _ size: VideoDimensions
  ) -> FormatDescription {
    switch media {
    case .pixels(let format): FormatDescription(pixelFormat: format, dimensions: size)
    case .codec(let codec): V4L2PixelFormat.description(codec, size, isBT709: false)
    }
  }
}

extension MediaTime {
  /// Creates a duration from a driver's fraction of a second, or nil if the fraction is zero or invalid.
  init?(_ fraction: cv4l2_fraction) {
    guard fraction.numerator > 0, fraction.denominator > 0, let scale = Int32(exactly: fraction.denominator) else {
      return nil
    }
    self.init(value: Int64(fraction.numerator), timescale: scale)
  }
}

/// Conversions between V4L2's pixel format codes and this library's formats.
package enum V4L2PixelFormat {
  /// Converts a V4L2 code to a four-character code: the first character moves to the highest byte.
  package static func code(_ v4l2: UInt32) -> FourCharCode { FourCharCode(rawValue: v4l2.byteSwapped) }

  /// Returns the pixel format or codec of a code, or nil if it cannot be decoded.
  package static func media(_ code: FourCharCode, isFullRange: Bool = false) -> FormatDescription.VideoSubType? {
    if code == "MJPG" || code == "JPEG" { return .codec(.jpeg) }
    if code == "H264" || code == "HEVC" {
      return (try? MovieEngine.load()) == nil ? nil : .codec(code == "H264" ? .h264 : .hevc)
    }
    let formats = PixelFormat.supported.filter { $0.v4l2Codes.contains { $0.code == code } }
    let format = formats.first { !$0.isYCbCr || ($0.colorRange == .full) == isFullRange }
    if let format { return .pixels(format) }
    guard formats.isEmpty, ConversionLibrary.decodes(code), ConversionLibrary.isInstalled else { return nil }
    return .codec(VideoCodecType(code))
  }

  /// Returns the description of frames in a codec, as far as it is known before the first frame.
  ///
  /// If neither the driver nor the H.264 or H.265 stream states the colour matrix, it is chosen as players do: BT.709
  /// from 720 rows on, else BT.601.
  package static func description(_ codec: VideoCodecType, _ size: VideoDimensions, isBT709: Bool)
    -> FormatDescription
  {
    guard StreamCodec(codec) != nil else { return FormatDescription(codec: codec, dimensions: size) }
    let matrix: ColorMatrix = isBT709 || size.height >= 720 ? .bt709 : .bt601
    return FormatDescription(codec: codec, dimensions: size, colorRange: .video, colorMatrix: matrix)
  }

  /// Returns the layout of a driver's format.
  static func layout(_ format: cv4l2_format, _ pixels: PixelFormat) throws(MediaError) -> PixelLayout {
    let size = VideoDimensions(width: Int(format.width), height: Int(format.height))
    return try layout(code(format.pixel_format), pixels, size, bytesPerRow: Int(format.bytes_per_line))
  }

  /// Returns the layout of consecutive planes in a driver buffer, with strides derived from the first plane's.
  package static func layout(
    _ code: FourCharCode, _ pixels: PixelFormat, _ size: VideoDimensions, bytesPerRow: Int
  ) throws(MediaError) -> PixelLayout {
    let width = size.width
    let height = size.height
    let strides = pixels.bytesPerRow(ofPlanesBehind: bytesPerRow)
    let layout = try PixelLayout(format: pixels, width: width, height: height, bytesPerRow: strides)
    let known = pixels.v4l2Codes.first { $0.code == code }
    guard let known, known.hasCrFirst, layout.planes.count == 3 else { return layout }
    // Both chroma planes have the same size, so that exchanging their offsets is enough.
    let luma = layout.planes[0].offset
    let cb = layout.planes[1].offset
    let cr = layout.planes[2].offset
    return try PixelLayout(
      format: pixels, width: width, height: height, offsets: [luma, cr, cb], bytesPerRow: strides)
  }
}
