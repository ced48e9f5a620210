import COpenCaptureFFmpeg
public import OpenCaptureMediaSamples

/// The shape of the stored pixels of a movie, width to height (`AVVideoPixelAspectRatioKey`).
///
/// Television in standard definition and cameras of the 2000s have pixels that are not square: a DVD of 720×576 pixels is shown
/// at 16:9, with a ratio of 64:45.
public struct PixelAspectRatio: Sendable, Hashable {
  /// The width of a pixel.
  public let horizontalSpacing: Int
  /// The height of a pixel.
  public let verticalSpacing: Int

  /// Pixels that are as wide as they are high.
  public static let square = Self(horizontalSpacing: 1, verticalSpacing: 1)

  /// Makes a ratio; values from 1 to 65,535.
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }

  /// Makes the ratio that a file states; square if it states none that can be.
  init(_ ratio: cffmpeg_ratio) {
    let stated = Self(horizontalSpacing: Int(ratio.numerator), verticalSpacing: Int(ratio.denominator))
    self = stated.isValid ? stated : .square
  }

  /// The width of a pixel divided by its height.
  public var value: Double { Double(horizontalSpacing) / Double(verticalSpacing) }

  /// Whether encoders take it.
  var isValid: Bool { (1...65_535).contains(horizontalSpacing) && (1...65_535).contains(verticalSpacing) }

  /// For the bridge.
  var ratio: cffmpeg_ratio {
    cffmpeg_ratio(numerator: Int32(horizontalSpacing), denominator: Int32(verticalSpacing))
  }

  /// The ratio of the pixels after they are turned.
  public func turned(_ orientation: ImageOrientation) -> Self {
    orientation.swapsAxes ? Self(horizontalSpacing: verticalSpacing, verticalSpacing: horizontalSpacing) : self
  }
}
