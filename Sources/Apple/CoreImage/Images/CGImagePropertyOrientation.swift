package import OpenCaptureMediaSamples

/// How stored pixels must be turned to be seen upright, by EXIF's numbers.
public enum CGImagePropertyOrientation: UInt32, Sendable, Hashable, CaseIterable {
  /// They are upright as they are.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored left to right, then turned 90° counter-clockwise.
  case leftMirrored = 5
  /// Turned 90° clockwise.
  case right = 6
  /// Mirrored left to right, then turned 90° clockwise.
  case rightMirrored = 7
  /// Turned 90° counter-clockwise.
  case left = 8

  /// Ours, which it stands for.
  package var imageOrientation: ImageOrientation { ImageOrientation(rawValue: UInt8(rawValue)) ?? .up }

  /// That of ours.
  package init(_ orientation: ImageOrientation) { self = Self(rawValue: UInt32(orientation.rawValue)) ?? .up }
}

/// Under which name properties of pictures say how they must be turned: a number of EXIF's, 1 to 8.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Under which name properties of pictures have their width in pixels.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// Under which name properties of pictures have their height in pixels.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// Under which name options of files have their quality: 0 to 1.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
