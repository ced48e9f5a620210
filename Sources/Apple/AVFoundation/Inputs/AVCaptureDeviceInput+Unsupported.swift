public import OpenCaptureSession

extension CaptureDeviceInput {
  /// False: sound is as the microphone hears it.
  public var isWindNoiseRemovalSupported: Bool { false }

  /// Whether the wind is taken out of sound; no.
  public var isWindNoiseRemovalEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isWindNoiseRemovalEnabled: sound is as the microphone hears it") } }
  }

  /// How several microphones make channels: as the device has them.
  public var multichannelAudioMode: AVCaptureMultichannelAudioMode {
    get { .none }
    set { if newValue != .none { Misuse.tell("multichannelAudioMode: channels are as the device has them") } }
  }

  /// Whether several microphones can make channels so: as the device has them alone.
  public func isMultichannelAudioModeSupported(_ multichannelAudioMode: AVCaptureMultichannelAudioMode) -> Bool {
    multichannelAudioMode == .none
  }
}

/// How several microphones make channels.
public enum AVCaptureMultichannelAudioMode: Int, Sendable {
  /// As the device has them.
  case none = 0
  /// Left and right.
  case stereo = 1
  /// Every direction.
  case firstOrderAmbisonics = 2
}
