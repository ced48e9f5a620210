import COpenCapturePipeWire
import OpenCaptureCameras
import OpenCaptureFlow
import OpenCaptureMediaSamples
package import OpenCaptureSession

/// A group of formats that a PipeWire camera offers.
struct PipeWireOffer: Sendable, Hashable {
  /// The possible values of a size or rate.
  enum Choice: Sendable, Hashable {
    /// Any value, because the camera states none.
    case any
    case list([Pair])
    /// All values, or those at a step from the minimum, from the minimum to the maximum.
    case range(Pair, Pair, step: Pair?, preferred: Pair)
  }

  /// A width and a height, or a numerator and a denominator.
  struct Pair: Sendable, Hashable {
    var x: Int
    var y: Int
  }

  /// The formats by V4L2's codes; empty if none is known.
  var codes: [FourCharCode]
  var isFullRange: Bool
  var sizes: Choice
  var rates: Choice

  /// Reads the bridge's description of a group.
  init(_ offer: cpipewire_offer) {
    codes =
      switch offer.coding {
      case CPIPEWIRE_RAW:
        withUnsafeBytes(of: offer.codes) { bytes in
          bytes.bindMemory(to: UInt32.self).prefix(Int(offer.code_count)).filter { $0 != 0 }.map(
            V4L2PixelFormat.code)
        }
      default: offer.coding.code.map { [$0] } ?? []
      }
    isFullRange = offer.range == CPIPEWIRE_FULL_RANGE
    sizes = Choice(offer.sizes)
    rates = Choice(offer.rates)
  }
}

extension cpipewire_coding {
  /// V4L2's code of compressed frames; nil for raw frames, which have several, and for unknown codings.
  fileprivate var code: FourCharCode? {
    switch self {
    case CPIPEWIRE_JPEG: "MJPG"
    case CPIPEWIRE_H264: "H264"
    default: nil
    }
  }
}

extension PipeWireOffer {
  /// Reads an object of the daemon (`SPA_PARAM_EnumFormat`); returns nil if it describes no video format.
  init?(object bytes: [UInt8]) {
    var offer = cpipewire_offer()
    let status = PipeWireObject.withAligned(bytes) { cpipewire_parse_offer($0, bytes.count, &offer) }
    guard status == 0 else { return nil }
    self.init(offer)
  }
}

/// The bytes of an object of the daemon.
enum PipeWireObject {
  /// Passes an object to `body` at a multiple of eight bytes, where objects begin.
  static func withAligned<Result>(_ bytes: [UInt8], _ body: (UnsafeRawPointer?) -> Result) -> Result {
    let aligned = UnsafeMutableRawBufferPointer.allocate(byteCount: max(8, bytes.count), alignment: 8)
    defer { aligned.deallocate() }
    aligned.copyBytes(from: bytes)
    return body(UnsafeRawPointer(aligned.baseAddress))
  }
}

extension CaptureDevice.Format {
  /// Returns the formats that an object of PipeWire's daemon (`SPA_PARAM_EnumFormat`) offers.
  package static func formats(inPipeWireObject bytes: [UInt8]) -> [CaptureDevice.Format] {
    PipeWireOffer.formats(of: [PipeWireOffer(object: bytes)].compactMap(\.self))
  }
}

extension PipeWireOffer.Choice {
  fileprivate init(_ choice: cpipewire_choice) {
    let values = withUnsafeBytes(of: choice.values) { bytes in
      bytes.bindMemory(to: cpipewire_pair.self).prefix(Int(choice.count)).map(PipeWireOffer.Pair.init)
    }
    self =
      switch (choice.kind, values.count) {
      case (CPIPEWIRE_LIST, 1...): .list(values)
      case (CPIPEWIRE_RANGE, 2...), (CPIPEWIRE_STEPS, 2...):
        .range(
          values[0], values[1], step: choice.kind == CPIPEWIRE_STEPS && values.count > 2 ? values[2] : nil,
          preferred: PipeWireOffer.Pair(choice.preferred))
      default: .any
      }
  }
}

extension PipeWireOffer.Pair {
  fileprivate init(_ pair: cpipewire_pair) { self.init(x: Int(pair.x), y: Int(pair.y)) }

  fileprivate var dimensions: VideoDimensions { VideoDimensions(width: x, height: y) }

  /// The duration of a frame at this rate; nil for a variable or impossible rate.
  fileprivate var frameDuration: MediaTime? {
    guard x > 0, y > 0, let scale = Int32(exactly: x) else { return nil }
    return MediaTime(value: Int64(y), timescale: scale)
  }
}

// MARK: Formats of cameras

extension PipeWireOffer {
  /// Returns the formats of all groups that can be decoded, each once.
  static func formats(of offers: [PipeWireOffer]) -> [CaptureDevice.Format] {
    var formats: [CaptureDevice.Format] = []
    for format in offers.flatMap(\.formats) {
      // A camera can offer each rate in a group of its own.
      let known = formats.firstIndex {
        $0.driverCode == format.driverCode && $0.formatDescription == format.formatDescription
      }
      guard let known else {
        formats.append(format)
        continue
      }
      let rates = formats[known].frameRateRanges + format.frameRateRanges
      formats[known] = CaptureDevice.Format(
        formatDescription: format.formatDescription,
        frameRateRanges: rates.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
        driverCode: format.driverCode)
    }
    return formats
  }

  /// Returns the codes of the formats that cannot be decoded, each once.
  static func undecodableCodes(of offers: [PipeWireOffer]) -> [FourCharCode] {
    offers.flatMap { offer in offer.codes.filter { offer.media($0) == nil } }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private var formats: [CaptureDevice.Format] {
    codes.flatMap { code -> [CaptureDevice.Format] in
      guard let media = media(code) else { return [] }
      return supportedSizes.map {
        CaptureDevice.Format(
          formatDescription: Self.description(media, $0, .bt601), frameRateRanges: frameRateRanges,
          driverCode: code)
      }
    }
  }

  private func media(_ code: FourCharCode) -> FormatDescription.VideoSubType? {
    Self.media(code, isFullRange: isFullRange)
  }

  /// Returns the pixel format or codec of a code; nil for formats that are not read from PipeWire.
  static func media(_ code: FourCharCode, isFullRange: Bool) -> FormatDescription.VideoSubType? {
    switch V4L2PixelFormat.media(code, isFullRange: isFullRange) {
    case .pixels(let format)?: .pixels(format)
    case .codec(let codec)? where codec == .jpeg || codec == .h264: .codec(codec)
    default: nil
    }
  }

  /// Returns the description of frames.
  static func description(
    _ media: FormatDescription.VideoSubType, _ size: VideoDimensions, _ matrix: ColorMatrix
  ) -> FormatDescription {
    switch media {
    case .pixels(let format): FormatDescription(pixelFormat: format, dimensions: size, colorMatrix: matrix)
    case .codec(let codec): V4L2PixelFormat.description(codec, size, isBT709: matrix == .bt709)
    }
  }

  private var supportedSizes: [VideoDimensions] {
    let sizes: [VideoDimensions]
    switch self.sizes {
    case .any: sizes = V4L2SizeRange.usual
    case .list(let pairs): sizes = pairs.map(\.dimensions)
    case .range(let least, let most, let step, let preferred):
      guard least.x <= most.x, least.y <= most.y else { return [] }
      let range = V4L2SizeRange(
        width: least.x...most.x, height: least.y...most.y, step: (step?.x ?? 1, step?.y ?? 1))
      sizes = range.sizes(current: preferred.dimensions)
    }
    return sizes.filter(V4L2FormatReader.isSupportedSize)
  }

  private var frameRateRanges: [FrameRateRange] {
    switch rates {
    case .any: return []
    case .list(let pairs): return pairs.compactMap(\.frameDuration).map { FrameRateRange($0) }
    case .range(let least, let most, _, _):
      // The steps of rates are no steps of durations, so the range counts as continuous.
      guard let shortest = most.frameDuration else { return [] }
      let longest = least.frameDuration ?? MediaTime(value: 1, timescale: 1)
      return shortest <= longest ? [FrameRateRange(minFrameDuration: shortest, maxFrameDuration: longest)] : []
    }
  }
}

// MARK: Requested and negotiated formats

extension cpipewire_format {
  /// Creates the request for a configuration; nil if PipeWire has no such format.
  init?(_ configuration: CaptureStreamConfiguration, code: FourCharCode) {
    let size = configuration.formatDescription.videoDimensions
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height) else { return nil }
    self.init()
    coding = [CPIPEWIRE_JPEG, CPIPEWIRE_H264].first { $0.code == code } ?? CPIPEWIRE_RAW
    self.code = coding == CPIPEWIRE_RAW ? code.rawValue.byteSwapped : 0
    self.width = width
    self.height = height
    let duration = configuration.frameDuration
    if duration.isNumeric, duration > .zero, let denominator = UInt32(exactly: duration.value) {
      rate = cpipewire_pair(x: UInt32(duration.timescale), y: denominator)
    }
  }

  /// The negotiated configuration; nil if the format cannot be decoded.
  func configuration(requested: CaptureStreamConfiguration) -> CaptureStreamConfiguration? {
    guard let code = coding == CPIPEWIRE_RAW ? V4L2PixelFormat.code(self.code) : coding.code,
      let media = PipeWireOffer.media(code, isFullRange: range == CPIPEWIRE_FULL_RANGE)
    else { return nil }
    let pair = PipeWireOffer.Pair(rate)
    let size = VideoDimensions(width: Int(width), height: Int(height))
    return CaptureStreamConfiguration(
      formatDescription: PipeWireOffer.description(media, size, matrix == CPIPEWIRE_BT709 ? .bt709 : .bt601),
      driverCode: code, frameDuration: pair.frameDuration ?? requested.frameDuration)
  }
}
