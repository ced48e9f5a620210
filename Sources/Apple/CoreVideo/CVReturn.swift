import OpenCaptureMediaSamples

/// A result code of Core Video: ``kCVReturnSuccess`` or an error.
public typealias CVReturn = Int32

/// The operation succeeded.
public let kCVReturnSuccess: CVReturn = 0
/// The first error code.
public let kCVReturnFirst: CVReturn = -6660
/// An error without a code of its own.
public let kCVReturnError: CVReturn = -6660
/// An argument is invalid.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// The memory could not be allocated.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The buffer does not support the operation.
public let kCVReturnUnsupported: CVReturn = -6663
/// The display is invalid; never returned here.
public let kCVReturnInvalidDisplay: CVReturn = -6670
/// The display link is already running; never returned here.
public let kCVReturnDisplayLinkAlreadyRunning: CVReturn = -6671
/// The display link is not running; never returned here.
public let kCVReturnDisplayLinkNotRunning: CVReturn = -6672
/// The display link has no callback; never returned here.
public let kCVReturnDisplayLinkCallbacksNotSet: CVReturn = -6673
/// The pixel format is not supported.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// The width, the height or the number of bytes per row is invalid.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The attributes of a pixel buffer are invalid.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// The buffer cannot be used with OpenGL; never returned here.
public let kCVReturnPixelBufferNotOpenGLCompatible: CVReturn = -6683
/// The buffer cannot be used with Metal; never returned here.
public let kCVReturnPixelBufferNotMetalCompatible: CVReturn = -6684
/// The number of buffers in use has reached the limit.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// A pool or one of its buffers could not be created.
public let kCVReturnPoolAllocationFailed: CVReturn = -6690
/// The attributes of a pool are invalid.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
/// The operation can succeed if it is repeated.
public let kCVReturnRetry: CVReturn = -6692
/// The last error code.
public let kCVReturnLast: CVReturn = -6699

extension MediaError {
  /// The Core Video result code of the error.
  package var coreVideoReturn: CVReturn {
    switch code {
    case .unsupportedFormat: kCVReturnInvalidPixelFormat
    case .invalidDimensions, .memoryTooSmall: kCVReturnInvalidSize
    case .outOfMemory: kCVReturnAllocationFailed
    case .poolExhausted: kCVReturnWouldExceedAllocationThreshold
    default: kCVReturnError
    }
  }
}
