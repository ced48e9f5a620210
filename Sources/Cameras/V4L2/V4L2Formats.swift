import COpenCaptureV4L2
import OpenCaptureSession
import OpenCaptureMediaSamples

/// What sizes are asked for where a camera has every size in a range.
///
/// A range can go far beyond what anybody wants (vivid's HDMI: 16384×8640, 283 MB a frame), so that the usual sizes in
/// it are listed, up to a largest one, and the one that the camera is set to.
struct V4L2SizeRange: Sendable, Hashable {
  var width: ClosedRange<Int>
  var height: ClosedRange<Int>
  var step: (x: Int, y: Int)

  static let usual: [VideoDimensions] = [
    (160, 120), (320, 240), (352, 288), (640, 360), (640, 480), (800, 600), (1024, 768), (1280, 720), (1280, 960),
    (1600, 1200), (1920, 1080), (2560, 1440), (2592, 1944), (3840, 2160), (4096, 3072),
  ].map { VideoDimensions(width: $0.0, height: $0.1) }

  /// The largest picture that is asked for by itself, in pixels.
  static let largestArea = 4096 * 3072

  init(width: ClosedRange<Int>, height: ClosedRange<Int>, step: (x: Int, y: Int) = (1, 1)) {
    (self.width, self.height, self.step) = (width, height, (max(1, step.x), max(1, step.y)))
  }

  static func == (left: Self, right: Self) -> Bool {
    left.width == right.width && left.height == right.height && left.step == right.step
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(step.x)
    hasher.combine(step.y)
  }

  func contains(_ size: VideoDimensions) -> Bool {
    width.contains(size.width) && height.contains(size.height) && (size.width - width.lowerBound) % step.x == 0
      && (size.height - height.lowerBound) % step.y == 0
  }

  /// The sizes to list: the usual ones, the current one, and the largest where that is bounded.
  func sizes(current: VideoDimensions?) -> [VideoDimensions] {
    var candidates = Self.usual
    let largest = VideoDimensions(width: width.upperBound, height: height.upperBound)
    if Double(largest.width) * Double(largest.height) <= Double(Self.largestArea) { candidates.append(largest) }
    if let current { candidates.append(current) }
    let fitting = candidates.filter(contains).reduce(into: [VideoDimensions]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return fitting.sorted { $0.width * $0.height < $1.width * $1.height }
  }
}

/// Asks an open camera for its formats.
struct V4L2FormatReader {
  let descriptor: Int32
  let node: cv4l2_node

  /// A driver that counts on and on is believed for so long.
  private static let mostEntries: UInt32 = 256

  func formats() -> [CaptureDevice.Format] {
    var current = cv4l2_format()
    let isKnown = withNode { cv4l2_get_format(descriptor, $0, &current) } == 0
    let now = isKnown ? VideoDimensions(width: Int(current.width), height: Int(current.height)) : nil
    var formats: [CaptureDevice.Format] = []
    for code in pixelFormats() {
      guard let media = V4L2PixelFormat.media(V4L2PixelFormat.code(code)) else { continue }
      for size in sizes(code, current: now) where Self.isSane(size) {
        let (description, rates) = (Self.description(media, size), rates(code, size))
        formats.append(
          CaptureDevice.Format(
            formatDescription: description, frameRateRanges: rates, driverCode: V4L2PixelFormat.code(code)))
      }
    }
    return formats.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether a picture can be of this size at all, whatever the driver says.
  static func isSane(_ size: VideoDimensions) -> Bool {
    let sides = 1...PixelLayout.largestSide
    return sides.contains(size.width) && sides.contains(size.height)
  }

  /// The codes of formats that nothing here decodes.
  func undecodable() -> [FourCharCode] {
    pixelFormats().map(V4L2PixelFormat.code).filter { V4L2PixelFormat.media($0) == nil }
  }

  private func withNode(_ body: (UnsafePointer<cv4l2_node>) -> Int32) -> Int32 {
    var node = node
    return body(&node)
  }

  private func pixelFormats() -> [UInt32] {
    var codes: [UInt32] = []
    for index in 0..<Self.mostEntries {
      var format = cv4l2_pixel_format()
      guard withNode({ cv4l2_pixel_format_at(descriptor, $0, index, &format) }) == 0 else { break }
      // What libv4l or the driver would have to convert in software is none of the camera's formats.
      if !format.is_emulated, !codes.contains(format.pixel_format) { codes.append(format.pixel_format) }
    }
    return codes
  }

  private func sizes(_ code: UInt32, current: VideoDimensions?) -> [VideoDimensions] {
    var sizes: [VideoDimensions] = []
    for index in 0..<Self.mostEntries {
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
    // A driver that doesn't list sizes has the one that it is set to.
    return sizes.isEmpty ? current.map { [$0] } ?? [] : sizes
  }

  private func rates(_ code: UInt32, _ size: VideoDimensions) -> [FrameRateRange] {
    var ranges: [FrameRateRange] = []
    for index in 0..<Self.mostEntries {
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
    switch Int(interval.type) {
    case CV4L2_DISCRETE: return FrameRateRange(low)
    case CV4L2_STEPWISE:
      guard let step = MediaTime(interval.step) else {
        return FrameRateRange(minFrameDuration: low, maxFrameDuration: high)
      }
      return FrameRateRange(minFrameDuration: low, maxFrameDuration: high, step: .stepwise(step))
    default: return FrameRateRange(minFrameDuration: low, maxFrameDuration: high)
    }
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
  /// A driver's fraction of seconds; nil where it is none, or 0.
  init?(_ fraction: cv4l2_fraction) {
    guard fraction.numerator > 0, fraction.denominator > 0, let scale = Int32(exactly: fraction.denominator) else {
      return nil
    }
    self.init(value: Int64(fraction.numerator), timescale: scale)
  }
}
