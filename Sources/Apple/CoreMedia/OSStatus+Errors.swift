package import CoreVideo
import OpenCaptureMediaSamples

/// Throws an `NSError` of the domain `NSOSStatusErrorDomain` for an error code.
package func check(_ status: OSStatus, _ message: @autoclosure () -> String) throws {
  guard status != noErr else { return }
  throw coreMediaError(status, message())
}

/// Returns the `NSError` for an error code.
package func coreMediaError(_ status: OSStatus, _ message: String) -> NSError {
  NSError(domain: "NSOSStatusErrorDomain", code: Int(status), userInfo: [NSLocalizedDescriptionKey: message])
}

extension MediaError {
  /// The Core Media result code of the error.
  var sampleBufferStatus: OSStatus {
    switch code {
    case .outOfMemory: kCMSampleBufferError_AllocationFailed
    case .noImage, .noAudio: kCMSampleBufferError_InvalidMediaTypeForOperation
    case .invalidFrames: kCMSampleBufferError_SampleIndexOutOfRange
    default: kCMSampleBufferError_InvalidMediaFormat
    }
  }
}

/// The memory could not be allocated.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// A required argument is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// The sample buffer already has data.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
/// The data is not available yet.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// The sample index is out of range.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// The samples have no sizes, because the buffer holds pixels.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
/// The sample buffer has no times.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
/// The array is too small.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// The number of entries is invalid.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// The sample buffer cannot be divided.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
/// The times are invalid.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
/// The sample buffer holds another type of media.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
/// The data is damaged.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
/// The format does not match the media, or is not supported.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// The sample buffer has been invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
/// The data could not be obtained.
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
/// Loading the data was canceled.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751

/// An argument is invalid.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// The memory could not be allocated.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// The value is not available, for instance because the media is not supported.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

/// The operation succeeded.
public let kCMBlockBufferNoErr: OSStatus = 0
/// The memory could not be allocated.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
/// The offset exceeds the buffer.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// The length exceeds the buffer.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// The address is invalid, or its memory cannot be written.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
/// The buffer is empty.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
