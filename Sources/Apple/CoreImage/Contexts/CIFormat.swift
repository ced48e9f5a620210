import OpenCaptureMediaSamples

/// How pixels are stored that are rendered to memory, or read from it.
public struct CIFormat: RawRepresentable, Sendable, Hashable {
  /// Its number.
  public let rawValue: Int32

  /// Makes the format of a number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// B, G, R, A: a byte each.
  public static let BGRA8 = Self(rawValue: 266)
  /// R, G, B, A: a byte each.
  public static let RGBA8 = Self(rawValue: 264)
  /// A byte a pixel: how light it is.
  public static let L8 = Self(rawValue: 280)
  /// A byte a pixel; here as ``L8``.
  public static let R8 = Self(rawValue: 259)

  /// What it is called here; nil where nothing here has it.
  var pixelFormat: PixelFormat? {
    switch self {
    case .BGRA8: .bgra
    case .RGBA8: .rgba
    case .L8, .R8: .grey
    default: nil
    }
  }
}
