import COpenCapturePipeWire
import OpenCaptureCameras
import OpenCaptureMediaSamples

/// The formats that a virtual camera offers for frames of one format and size.
struct VirtualCameraOffer: Sendable, Hashable {
  /// The formats that frames are converted to, with V4L2's codes, the most widely readable first.
  private static let targets: [(code: FourCharCode, format: PixelFormat)] = [
    ("YU12", .i420), ("NV12", .nv12), ("XR24", .bgra), ("AR24", .bgra), ("RGB3", .rgb24), ("BGR3", .bgr24),
  ]

  /// The offered codes, with the frames' own format first because it needs no conversion.
  let codes: [FourCharCode]
  let dimensions: VideoDimensions
  /// The preferred duration of a frame; other durations are offered too.
  let frameDuration: MediaTime

  /// Creates the offer for frames.
  ///
  /// - Parameters:
  ///   - own: The pixel format of the frames; nil for compressed frames.
  ///   - frameDuration: The duration of a frame; the default for an invalid one is 1/30 s.
  init(own: PixelFormat?, dimensions: VideoDimensions, frameDuration: MediaTime) {
    // Readers take unmarked luma for video range, so that full range must be converted.
    let isDirect = own.map { !$0.isYCbCr || $0.colorRange == .video } ?? false
    let first = isDirect ? own?.v4l2Codes.map(\.code).first { cpipewire_knows_code($0.rawValue.byteSwapped) } : nil
    codes = (first.map { [$0] } ?? []) + Self.targets.map(\.code).filter { $0 != first }
    self.dimensions = dimensions
    let isUsable = frameDuration.isNumeric && frameDuration > .zero
    self.frameDuration = isUsable ? frameDuration : MediaTime(value: 1, timescale: 30)
  }

  /// The offered codes that all frames can be converted to, also those with drawings.
  var convertibleCodes: [FourCharCode] { codes.filter { code in Self.targets.contains { $0.code == code } } }

  /// Returns the pixel format of an offered code.
  static func format(of code: FourCharCode) -> PixelFormat? {
    if let target = targets.first(where: { $0.code == code }) { return target.format }
    guard case .pixels(let format)? = V4L2PixelFormat.media(code) else { return nil }
    return format
  }

  /// Returns the layout of a buffer, with rows as long as other programs expect them without being told.
  static func layout(_ code: FourCharCode, _ dimensions: VideoDimensions) throws(MediaError) -> PixelLayout {
    guard let format = format(of: code) else {
      throw MediaError(.unsupportedFormat, subject: "\(code)", reason: "the layout of this pixel format is unknown")
    }
    let packed = try PixelLayout(
      format: format, width: dimensions.width, height: dimensions.height, rowAlignment: 4)
    return try V4L2PixelFormat.layout(code, format, dimensions, bytesPerRow: packed.planes[0].bytesPerRow)
  }

  /// The description for the bridge.
  var bridged: cpipewire_offer {
    var offer = cpipewire_offer()
    offer.coding = CPIPEWIRE_RAW
    offer.code_count = UInt32(codes.count)
    withUnsafeMutableBytes(of: &offer.codes) { bytes in
      let values = bytes.bindMemory(to: UInt32.self)
      for (index, code) in codes.enumerated() { values[index] = code.rawValue.byteSwapped }
    }
    let size = cpipewire_pair(x: UInt32(clamping: dimensions.width), y: UInt32(clamping: dimensions.height))
    offer.sizes = cpipewire_choice(CPIPEWIRE_LIST, [size], preferred: size)
    let rate = cpipewire_pair(x: UInt32(frameDuration.timescale), y: UInt32(clamping: frameDuration.value))
    offer.rates = cpipewire_choice(
      CPIPEWIRE_RANGE, [cpipewire_pair(x: 0, y: 1), cpipewire_pair(x: 240, y: 1)], preferred: rate)
    return offer
  }
}

extension cpipewire_choice {
  /// Creates a choice of at most `CPIPEWIRE_VALUES` values.
  init(_ kind: cpipewire_choice_kind, _ pairs: [cpipewire_pair], preferred: cpipewire_pair) {
    self.init()
    self.kind = kind
    self.preferred = preferred
    count = UInt32(pairs.count)
    withUnsafeMutableBytes(of: &values) { bytes in
      let values = bytes.bindMemory(to: cpipewire_pair.self)
      for (index, pair) in pairs.enumerated() { values[index] = pair }
    }
  }
}
