import OpenCaptureMediaSamples

/// Which pixel format: an `OSType`, or several in an array, of which the first is taken.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// Pixels across.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// Pixels down.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// How many bytes each row is padded to a multiple of; default 64.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// How the picture's first pixel is aligned; without effect: always to 64 bytes.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// Which allocator; without effect: there is one.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// How many columns there are left of the picture; without effect: none.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// How many rows there are above the picture; without effect: none.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// How many columns there are right of the picture; without effect: none.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// How many rows there are below the picture; without effect: none.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// That Core Graphics can read it; without effect.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// That Core Graphics can draw into it; without effect.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// That other processes can share it; without effect: memory is this process's.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// That Metal can use it; without effect: there is none.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// That OpenGL can use it; without effect.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// That OpenGL ES can use it; without effect.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"

extension [String: Any] {
  /// Which pixel format is asked for; nil where none is.
  package var pixelFormatType: OSType? {
    let value = self[kCVPixelBufferPixelFormatTypeKey]
    return wholeNumber((value as? [Any])?.first ?? value).flatMap(OSType.init(exactly:))
  }

  /// How many bytes rows are padded to a multiple of.
  var rowAlignment: Int { integer(kCVPixelBufferBytesPerRowAlignmentKey) ?? 64 }
}
