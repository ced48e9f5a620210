public import OpenCaptureSession

/// The colours that a format can tell.
public enum AVCaptureColorSpace: Int, Sendable {
  /// Those of screens (IEC 61966-2-1).
  case sRGB = 0
  /// Those of cinemas' projectors.
  case P3_D65 = 1
  /// Those of high dynamic range.
  case HLG_BT2020 = 2
  /// Those of Apple's logarithmic video.
  case appleLog = 3
}

extension CaptureDevice {
  /// The colours of frames: ``AVCaptureColorSpace/sRGB``.
  public var activeColorSpace: AVCaptureColorSpace {
    get { .sRGB }
    set { if newValue != .sRGB { Misuse.tell("activeColorSpace: \(localizedName) has sRGB alone") } }
  }

  /// Whether frames have high dynamic range; no.
  public var isVideoHDREnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isVideoHDREnabled: \(localizedName) can't") } }
  }

  /// Whether the system decides about ``isVideoHDREnabled``; nothing changes.
  public var automaticallyAdjustsVideoHDREnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Whether the same tones are mapped in all of a frame; cameras don't say.
  public var isGlobalToneMappingEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isGlobalToneMappingEnabled: \(localizedName) can't") } }
  }

  /// False: no lens is corrected.
  public var isGeometricDistortionCorrectionSupported: Bool { false }

  /// Whether what the lens bends is made straight; no.
  public var isGeometricDistortionCorrectionEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isGeometricDistortionCorrectionEnabled: \(localizedName) can't") } }
  }
}
