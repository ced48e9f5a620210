package import CoreVideo
import Foundation
import OpenCaptureMediaSamples

/// Throws what is wrong, if anything, as an `NSError` of the domain `NSOSStatusErrorDomain`.
package func check(_ status: OSStatus, _ what: @autoclosure () -> String) throws {
  guard status != noErr else { return }
  throw coreMediaError(status, what())
}

/// What is wrong, for who expects an `NSError`.
package func coreMediaError(_ status: OSStatus, _ what: String) -> NSError {
  NSError(domain: "NSOSStatusErrorDomain", code: Int(status), userInfo: [NSLocalizedDescriptionKey: what])
}

extension MediaError {
  /// What Core Media's sample buffers call it.
  var sampleBufferStatus: OSStatus {
    switch code {
    case .outOfMemory: kCMSampleBufferError_AllocationFailed
    case .noImage, .noAudio: kCMSampleBufferError_InvalidMediaTypeForOperation
    case .invalidFrames: kCMSampleBufferError_SampleIndexOutOfRange
    default: kCMSampleBufferError_InvalidMediaFormat
    }
  }
}

/// There is no memory.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// Something wasn't given that is needed.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// It has data already.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
/// Its data isn't there yet.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// It doesn't have so many samples.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// Its samples have no sizes: it holds a picture in memory.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
/// It says no times.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
/// What was given to be filled has no room for it.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// As many entries as were given can't be.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// It can't be taken apart.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
/// The times can't be.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
/// It holds media of another kind.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
/// Its data is damaged.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
/// The format is another than the media's, or isn't known here.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// Somebody invalidated it.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
/// Its data couldn't be had.
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
/// Its data isn't wanted any more.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751

/// Something that was given can't be.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// There is no memory.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711

/// Nothing was wrong.
public let kCMBlockBufferNoErr: OSStatus = 0
/// There is no memory.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
/// The bytes begin outside of the buffer.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// So many bytes can't be.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// An address can't be, or its memory may not be written to.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
/// The buffer has no bytes.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
