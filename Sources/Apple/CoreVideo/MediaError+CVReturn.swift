import OpenCaptureMediaSamples

extension MediaError {
  /// What Core Video calls it.
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
