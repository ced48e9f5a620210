/// How one sample of sound is stored, in the machine's byte order (`AVAudioCommonFormat`).
public enum AudioCommonFormat: Sendable, Hashable, CaseIterable {
  /// An integer of 16 bits (FFmpeg's `s16`, ALSA's `S16`).
  case pcmFormatInt16
  /// An integer of 32 bits (FFmpeg's `s32`, ALSA's `S32`); samples of 24 bits stand in the upper three bytes.
  case pcmFormatInt32
  /// A floating-point number of 32 bits, full scale from −1 to 1 (FFmpeg's `flt`, ALSA's `FLOAT`).
  case pcmFormatFloat32

  /// Bytes of one sample of one channel.
  public var bytesPerSample: Int {
    switch self {
    case .pcmFormatInt16: 2
    case .pcmFormatInt32, .pcmFormatFloat32: 4
    }
  }
}

extension AudioCommonFormat: CustomStringConvertible {
  /// Such as `Int16`.
  public var description: String {
    switch self {
    case .pcmFormatInt16: "Int16"
    case .pcmFormatInt32: "Int32"
    case .pcmFormatFloat32: "Float32"
    }
  }
}
