public import OpenCaptureSession

extension CaptureDevice {
  /// What a tape does; no device has one.
  public enum TransportControlsPlaybackMode: Int, Sendable {
    /// It stands still.
    case notPlaying = 0
    /// It plays.
    case playing = 1
  }

  /// False: no device has a tape.
  public var transportControlsSupported: Bool { false }

  /// What the tape does: there is none.
  public var transportControlsPlaybackMode: TransportControlsPlaybackMode { .notPlaying }

  /// How fast the tape is: there is none.
  public var transportControlsSpeed: Float { 0 }

  /// Lets a tape play; there is none.
  public func setTransportControlsPlaybackMode(_ mode: TransportControlsPlaybackMode, speed: Float) {
    Misuse.tell("setTransportControlsPlaybackMode(_:speed:): \(localizedName) has no tape")
  }
}
