import Glibc

/// The exposure of a picture, as reported by the camera.
public struct PictureExposure: Sendable, Hashable {
  /// The exposure time; `MediaTime.invalid`, the default, if unknown.
  public var duration = MediaTime.invalid
  /// The sensitivity as defined by ISO 12232 (default: nil).
  public var iso: Float?
  /// The exposure compensation in EV; positive values are brighter (default: nil).
  public var bias: Float?
  /// The focal length in millimetres (default: nil).
  public var focalLength: Float?
  /// The f-number, such as 2.8 (default: nil).
  public var fNumber: Float?
  /// Whether the exposure was set manually (default: nil).
  public var isManual: Bool?
  /// Whether the white balance was set manually (default: nil).
  public var isWhiteBalanceManual: Bool?
  /// Whether the flash fired (default: nil).
  public var isFlashFired: Bool?

  /// Creates an unknown exposure.
  public init() {}

  /// The brightness of a subject that becomes middle gray, in APEX units; nil without time, sensitivity and f-number.
  package var brightness: Double? {
    guard let iso, let fNumber, iso > 0, fNumber > 0, duration.isNumeric, duration > .zero else { return nil }
    // EXIF, annex C: Bv = Av + Tv - Sv, with an Sv of 5 at ISO 100.
    let brightness = log2(Double(fNumber * fNumber) / duration.seconds) - log2(Double(iso) / 3.125)
    return brightness.isFinite ? brightness : nil
  }
}

/// A function that reads the exposure of a camera, which frames carry so that only a reader pays for it.
package final class ExposureSource: Sendable {
  private let read: @Sendable () -> PictureExposure

  /// Creates a source of exposures.
  package init(_ read: @escaping @Sendable () -> PictureExposure) { self.read = read }

  /// The exposure of the camera now.
  package var exposure: PictureExposure { read() }
}
