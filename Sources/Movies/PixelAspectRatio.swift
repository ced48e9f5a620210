import COpenCaptureFFmpeg
public import OpenCaptureMediaSamples

/// The aspect ratio of the stored pixels of a movie, width to height (`AVVideoPixelAspectRatioKey`).
///
/// Standard-definition television and cameras of the 2000s use pixels that are not square. A DVD of 720×576 pixels,
/// shown at 16:9, has a ratio of 64:45.
public struct PixelAspectRatio: Sendable, Hashable {
  /// The relative width of a pixel.
  public let horizontalSpacing: Int
  /// The relative height of a pixel.
  public let verticalSpacing: Int

  /// The ratio of square pixels.
  public static let square = Self(horizontalSpacing: 1, verticalSpacing: 1)

  /// Creates a ratio; values from 1 to 65,535.
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }

  /// Creates the ratio from a file; square if the file contains no valid ratio.
  init(_ ratio: cffmpeg_ratio) {
    let stated = Self(horizontalSpacing: Int(ratio.numerator), verticalSpacing: Int(ratio.denominator))
    self = stated.isValid ? stated : .square
  }

  /// The width of a pixel, relative to its height.
  public var value: Double { Double(horizontalSpacing) / Double(verticalSpacing) }

  /// Whether encoders accept the ratio.
  package var isValid: Bool { (1...65_535).contains(horizontalSpacing) && (1...65_535).contains(verticalSpacing) }

  /// The ratio for the C bridge.
  var ratio: cffmpeg_ratio {
    cffmpeg_ratio(numerator: Int32(horizontalSpacing), denominator: Int32(verticalSpacing))
  }

  /// Returns the ratio of the pixels after a rotation.
  public func turned(_ orientation: ImageOrientation) -> Self {
    orientation.swapsAxes ? Self(horizontalSpacing: verticalSpacing, verticalSpacing: horizontalSpacing) : self
  }
}
