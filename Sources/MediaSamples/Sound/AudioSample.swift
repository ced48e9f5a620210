/// A number that samples of sound are stored as.
public protocol AudioSample: BitwiseCopyable, Sendable {
  /// How it is stored.
  static var commonFormat: AudioCommonFormat { get }
}

extension Int16: AudioSample {
  /// 16-bit integers.
  public static var commonFormat: AudioCommonFormat { .pcmFormatInt16 }
}

extension Int32: AudioSample {
  /// 32-bit integers.
  public static var commonFormat: AudioCommonFormat { .pcmFormatInt32 }
}

extension Float: AudioSample {
  /// 32-bit floating-point numbers.
  public static var commonFormat: AudioCommonFormat { .pcmFormatFloat32 }
}
