/// The names of Apple's modules that the list of capture classes lacks.
///
/// Each was looked up in Apple's reference. The examples use them as declared there, including optionals and errors.
enum ApplesNames {
  /// The modules that a program for Apple's systems may import.
  static let modules: Set<String> = ["AVFoundation", "CoreMedia", "CoreVideo", "Foundation"]

  /// Types, functions and constants.
  static let globals: Set<String> = words(
    """
    AVError AVErrorRecordingSuccessfullyFinishedKey AVFormatIDKey AVNumberOfChannelsKey AVSampleRateKey
    AVVideoCodecKey AVVideoCodecType AVVideoCompressionPropertiesKey AVVideoHeightKey AVVideoQualityKey AVVideoWidthKey
    CMAudioFormatDescriptionGetStreamBasicDescription CMBlockBufferCopyDataBytes CMBlockBufferGetDataLength
    CMGetAttachment CMSampleBuffer CMSampleBufferGetDataBuffer CMSampleBufferGetDuration
    CMSampleBufferGetFormatDescription CMSampleBufferGetImageBuffer CMSampleBufferGetPresentationTimeStamp
    CMTime CMTimeAdd CMTimeClampToRange CMTimeCompare CMTimeGetSeconds CMTimeRange CMTimeSubtract
    CMVideoFormatDescriptionGetDimensions
    CVPixelBuffer CVPixelBufferGetBaseAddress CVPixelBufferGetBaseAddressOfPlane CVPixelBufferGetBytesPerRow
    CVPixelBufferGetBytesPerRowOfPlane CVPixelBufferGetHeight CVPixelBufferGetHeightOfPlane
    CVPixelBufferGetPixelFormatType CVPixelBufferGetPlaneCount CVPixelBufferGetWidth CVPixelBufferGetWidthOfPlane
    CVPixelBufferLockBaseAddress CVPixelBufferUnlockBaseAddress
    kAudioFormatLinearPCM kAudioFormatMPEG4AAC kCMBlockBufferBadLengthParameterErr kCMBlockBufferNoErr
    kCMSampleBufferAttachmentKey_DroppedFrameReason kCMSampleBufferDroppedFrameReason_Discontinuity
    kCMSampleBufferDroppedFrameReason_FrameWasLate kCMSampleBufferDroppedFrameReason_OutOfBuffers
    kCVPixelBufferHeightKey kCVPixelBufferPixelFormatTypeKey kCVPixelBufferWidthKey kCVPixelFormatType_32BGRA
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange kCVReturnSuccess
    """)

  /// Members of Core Media, Core Animation, Core Audio, and of AVFoundation types outside of its capture classes.
  static let members: Set<String> = words(
    """
    audio video h264 hevc jpeg resizeAspectFill code maximumDurationReached mediaServicesWereReset
    seconds zero invalid width height readOnly frame bounds
    mBitsPerChannel mChannelsPerFrame mFormatID mSampleRate
    """)

  /// Members of the standard library, Foundation, Core Graphics and Dispatch.
  static let swift: Set<String> = words(
    """
    Continuation Name self addObserver removeObserver userInfo allSatisfy appendingPathComponent lastPathComponent
    arguments assumingMemoryBound async asyncAfter main now global sleep baseAddress bufferingNewest compactMap contains
    dropFirst prefix enumerated filter finish yield makeStream onTermination resume first flatMap map reduce joined keys
    max min isEmpty count removeAll reserveCapacity append reversed rounded subtracting utf8 write path
    insetBy integral intersection maxX maxY midX midY minX minY x y origin size
    initial new old prior newValue oldValue observe invalidate localizedDescription load storeBytes pointee
    withUnsafeMutableBytes default success failure init processInfo systemUptime
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
