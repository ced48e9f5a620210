import OpenCaptureMediaSamples

/// The key of the pixel format: an `OSType`, or an array whose first element is used.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The key of the width, in pixels.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The key of the height, in pixels.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The key of the row alignment, in bytes; default 64.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The key of the plane alignment; has no effect, planes are aligned to 64 bytes.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// The key of the memory allocator; has no effect.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// The key of the number of padding columns on the left; has no effect, the number is 0.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// The key of the number of padding rows above; has no effect, the number is 0.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// The key of the number of padding columns on the right; has no effect, the number is 0.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// The key of the number of padding rows below; has no effect, the number is 0.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// The key of compatibility with Core Graphics images; has no effect.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// The key of compatibility with Core Graphics contexts; has no effect.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// The key of the properties for sharing with other processes; has no effect, memory is not shared.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// The key of compatibility with Metal; has no effect, Metal is not available.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// The key of compatibility with OpenGL; has no effect.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// The key of compatibility with OpenGL ES; has no effect.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// The key of compatibility with OpenGL texture caches; has no effect.
public let kCVPixelBufferOpenGLTextureCacheCompatibilityKey: CFString = "OpenGLTextureCacheCompatibility"
/// The key of compatibility with OpenGL ES texture caches; has no effect.
public let kCVPixelBufferOpenGLESTextureCacheCompatibilityKey: CFString = "OpenGLESTextureCacheCompatibility"
/// The key of compatibility with OpenGL textures; has no effect.
public let kCVPixelBufferIOSurfaceOpenGLTextureCompatibilityKey: CFString = "IOSurfaceOpenGLTextureCompatibility"
/// The key of compatibility with OpenGL frame buffers; has no effect.
public let kCVPixelBufferIOSurfaceOpenGLFBOCompatibilityKey: CFString = "IOSurfaceOpenGLFBOCompatibility"
/// The key of compatibility with OpenGL ES textures; has no effect.
public let kCVPixelBufferIOSurfaceOpenGLESTextureCompatibilityKey: CFString =
  "IOSurfaceOpenGLESTextureCompatibility"
/// The key of compatibility with OpenGL ES frame buffers; has no effect.
public let kCVPixelBufferIOSurfaceOpenGLESFBOCompatibilityKey: CFString = "IOSurfaceOpenGLESFBOCompatibility"
/// The key of compatibility with Core Animation; has no effect.
public let kCVPixelBufferIOSurfaceCoreAnimationCompatibilityKey: CFString = "IOSurfaceCoreAnimationCompatibility"

extension [String: Any] {
  /// The requested pixel format; nil if the dictionary has none.
  package var pixelFormatType: OSType? {
    let value = self[kCVPixelBufferPixelFormatTypeKey]
    return wholeNumber((value as? [Any])?.first ?? value).flatMap(OSType.init(exactly:))
  }

  /// The row alignment, in bytes.
  var rowAlignment: Int { integer(kCVPixelBufferBytesPerRowAlignmentKey) ?? 64 }
}
