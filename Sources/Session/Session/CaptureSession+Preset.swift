public import OpenCaptureFlow
import OpenCaptureMediaSamples

extension CaptureSession {
  /// A preset that selects the format of each camera (`AVCaptureSession.Preset`).
  ///
  /// The session sets the formats when the configuration is committed. ``selection`` describes the format.
  /// ``CaptureDevice/activeFormat`` is the actual one. The raw values are AVFoundation's.
  public struct Preset: RawRepresentable, Sendable, Hashable {
    /// The identifier of the preset, such as `AVCaptureSessionPresetHigh`.
    public let rawValue: String
    /// Creates the preset with an identifier; only the presets below and sizes select a format.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the preset with a ``name``; nil if ``all`` has no such preset.
    public init?(name: String) {
      guard let preset = Self.all.first(where: { $0.name == name }) else { return nil }
      self = preset
    }

    /// The short name, such as `high` or `320x240`; the raw value of an identifier in another form.
    public var name: String {
      guard rawValue.hasPrefix(Self.prefix) else { return rawValue }
      let name = rawValue.dropFirst(Self.prefix.count)
      return name.prefix(1).lowercased() + name.dropFirst()
    }

    private static let prefix = "AVCaptureSessionPreset"

    /// The largest size, at its highest rate.
    public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
    /// The largest size up to 1920×1080 among the formats that reach 24 frames per second.
    ///
    /// If no format reaches that rate, the fastest one. This preset is the default.
    public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
    /// 640×480 at 30 frames per second, or the nearest format.
    public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
    /// 320×240 at 15 frames per second, or the nearest format.
    public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
    /// Exactly 640×480, at 30 frames per second or the nearest rate.
    public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
    /// Exactly 1280×720, at 30 frames per second or the nearest rate.
    public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
    /// Exactly 1920×1080, at 30 frames per second or the nearest rate.
    public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
    /// Exactly 3840×2160, at 30 frames per second or the nearest rate.
    public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
    /// The session leaves the formats of the cameras unchanged.
    public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")

    /// All named presets.
    public static let all: [Preset] = [
      .photo, .high, .medium, .low, .vga640x480, .hd1280x720, .hd1920x1080, .hd4K3840x2160, .inputPriority,
    ]

    /// The format that the preset selects; nil for ``inputPriority`` and unknown names that are not sizes.
    public var selection: FormatSelection? {
      switch self {
      case .photo: FormatSelection(frameRate: 240)
      case .high:
        FormatSelection(
          dimensions: VideoDimensions(width: 1920, height: 1080), frameRate: 24, requestedFrameRate: 30,
          priority: .rate)
      case .medium: FormatSelection(dimensions: VideoDimensions(width: 640, height: 480))
      case .low: FormatSelection(dimensions: VideoDimensions(width: 320, height: 240), frameRate: 15)
      default: exactSize.map { FormatSelection(dimensions: $0, requiresExactSize: true) }
      }
    }

    /// The size in a name such as `320x240` or `iFrame960x540`; nil for other names.
    private var exactSize: VideoDimensions? {
      let size = name.hasPrefix("iFrame") ? String(name.dropFirst("iFrame".count)) : name
      let sides = size.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy((1...32_768).contains), size == "\(sides[0])x\(sides[1])" else {
        return nil
      }
      return VideoDimensions(width: sides[0], height: sides[1])
    }
  }
}
