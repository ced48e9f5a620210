/// Names of Apple's modules beside those of the list of capture classes, looked up one by one in Apple's reference: that the
/// examples use them as they are declared there, what is optional and what throws included.
enum ApplesNames {
  /// What a source for Apple's systems may import.
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

  /// Members of AVFoundation's types that aren't of its capture classes, of Core Media's, Core Animation's and of Core Audio's.
  static let members: Set<String> = words(
    """
    audio video h264 hevc jpeg resizeAspectFill code maximumDurationReached mediaServicesWereReset
    seconds zero invalid width height readOnly frame bounds
    mBitsPerChannel mChannelsPerFrame mFormatID mSampleRate
    """)

  /// Members of Swift's own modules, of Foundation, Core Graphics and Dispatch.
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
