package import ArgumentParser
import OpenCaptureFlow
package import OpenCaptureMediaSamples
package import OpenCaptureSession

/// The options that choose one of a camera's formats, except for its size.
package struct CameraFormatOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Use this format of the camera, such as YUYV, MJPG or H264, as listed by viewfinder cameras (default: chosen by the \
      preset).
      """,
      valueName: "FORMAT"))
  package var format: String?

  @Option(
    help: ArgumentHelp(
      "Use the camera's nearest frame rate, in frames per second (default: chosen by the preset).", valueName: "N"))
  package var fps: Double?

  package init() {}

  package func validate() throws {
    if let fps, !(fps >= 0.01 && fps <= 1_000) { throw ValidationError("--fps must be between 0.01 and 1000.") }
  }

  /// Returns the request with a size, if any.
  package func request(_ size: VideoDimensions?) -> CameraFormatRequest {
    CameraFormatRequest(size: size, format: format, frameRate: fps)
  }
}

/// The option that chooses the size of a camera's pictures.
package struct CameraSizeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use the camera's nearest size, such as 1280x720 (default: chosen by the preset).", valueName: "WxH"),
    completion: .list(PictureSize.usual), transform: PictureSize.parse)
  package var size: VideoDimensions?

  package init() {}
}

/// A size as the value of an option.
package enum PictureSize {
  private static let longest = 16_384

  /// Sizes that many cameras have, for completion.
  package static let usual = ["640x480", "1280x720", "1920x1080", "3840x2160"]

  /// Parses a size such as `640x360`.
  package static func parse(_ text: String) throws -> VideoDimensions {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy((1...longest).contains) else {
      throw ValidationError("Invalid size '\(text)'. Use a size such as 640x360, each side from 1 to \(longest).")
    }
    return VideoDimensions(width: sides[0], height: sides[1])
  }
}

/// A request for one of a camera's formats; missing parts are chosen by the preset.
package struct CameraFormatRequest: Sendable, Hashable {
  package var size: VideoDimensions?
  /// The format's code, such as `YUYV`, in any case.
  package var format: String?
  /// The rate in frames per second.
  package var frameRate: Double?

  /// Makes a request; by default, an empty one.
  package init(size: VideoDimensions? = nil, format: String? = nil, frameRate: Double? = nil) {
    self.size = size
    self.format = format
    self.frameRate = frameRate
  }

  /// Whether the preset alone chooses the format.
  package var isEmpty: Bool { size == nil && format == nil && frameRate == nil }

  /// Selects the camera's nearest format and frame rate.
  ///
  /// - Returns: A message if the size or the rate differs from the request; otherwise nil.
  /// - Throws: `CaptureError` if the camera has no such format, or if it cannot be set.
  package func apply(to camera: CaptureDevice) throws(CaptureError) -> String? {
    guard !isEmpty else { return nil }
    let choice = try choose(from: camera.formats, active: camera.activeFormat, of: camera.localizedName)
    try camera.lockForConfiguration()
    defer { camera.unlockForConfiguration() }
    camera.activeFormat = choice.format
    if choice.frameDuration.isNumeric {
      camera.minFrameDuration = choice.frameDuration
      camera.maxFrameDuration = choice.frameDuration
    }
    if let error = camera.configurationError { throw error }
    return difference(from: choice)
  }

  /// Returns the nearest of the formats, and its frame duration if a rate was requested.
  func choose(
    from formats: [CaptureDevice.Format], active: CaptureDevice.Format, of camera: String
  ) throws(CaptureError) -> FormatSelection.Choice {
    let candidates = formats.filter { format == nil || $0.isNamed(format ?? "") }
    let wanted = size ?? active.dimensions
    let duration = frameRate.map { MediaTime(seconds: 1 / $0, preferredTimescale: 1_000_000_000) }
    func rank(_ format: CaptureDevice.Format) -> [Double] {
      let found = duration.map { format.frameDuration(nearest: $0) }
      let error = found.flatMap { found in frameRate.map { abs(1 / found.seconds - $0) } } ?? -format.maxFrameRate
      return [format.dimensions.distance(to: wanted), error, format == active ? 0 : 1]
    }
    guard let best = candidates.min(by: { rank($0).lexicographicallyPrecedes(rank($1)) }) else {
      var names: [String] = []
      for name in formats.map({ "\($0.driverCode)" }) where !names.contains(name) { names.append(name) }
      throw CaptureError(
        .unsupportedFormat, subject: camera, reason: "no format \(format ?? "") to choose",
        hint: names.isEmpty
          ? "omit --size, --format and --fps: this camera chooses its format itself"
          : "use one of: \(names.joined(separator: ", "))")
    }
    return FormatSelection.Choice(
      format: best, frameDuration: duration.map { best.frameDuration(nearest: $0) } ?? .invalid)
  }

  /// Returns a text such as `no 650×480, using 640×480`; nil if the choice is as requested.
  private func difference(from choice: FormatSelection.Choice) -> String? {
    var words: [String] = []
    if let size, size != choice.format.dimensions { words.append("no \(size), using \(choice.format.dimensions)") }
    if let frameRate, choice.frameDuration.isNumeric {
      let actual = 1 / choice.frameDuration.seconds
      if abs(actual - frameRate) > 0.01 * frameRate {
        words.append("no \(frameRate.shortDescription) fps, using \(actual.shortDescription)")
      }
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}

extension CaptureDevice.Format {
  /// Returns whether a user means this format by a name such as `yuyv` or `mjpeg`.
  fileprivate func isNamed(_ name: String) -> Bool {
    let synonyms = ["MJPEG": "MJPG", "JPEG": "MJPG", "YUY2": "YUYV", "HEVC": "H265", "AVC": "H264"]
    func normalized(_ name: String) -> String {
      let name = name.uppercased().filter { $0 != " " && $0 != "." }
      return synonyms[name] ?? name
    }
    return normalized("\(driverCode)") == normalized(name)
  }
}

extension VideoDimensions {
  /// Returns the sum of the relative differences of both sides.
  fileprivate func distance(to other: VideoDimensions) -> Double {
    func difference(_ a: Int, _ b: Int) -> Double { abs(Double(a - b)) / Double(max(1, b)) }
    return difference(width, other.width) + difference(height, other.height)
  }
}
