/// The names of Apple's modules that the list of capture classes lacks.
///
/// Each was looked up in Apple's reference. The examples use them as declared there, including optionals and errors.
enum ApplesNames {
  /// The modules that a program for Apple's systems may import.
  static let modules: Set<String> = [
    "AVFoundation", "CoreImage", "CoreMedia", "CoreVideo", "Dispatch", "Foundation", "QuartzCore", "Vision",
  ]

  /// Types, functions and constants.
  static let globals: Set<String> = words(
    """
    AVAssetImageGenerator AVError AVErrorRecordingSuccessfullyFinishedKey AVFormatIDKey AVNumberOfChannelsKey
    AVSampleRateKey AVURLAsset AVVideoCodecKey AVVideoCodecType AVVideoCompressionPropertiesKey AVVideoHeightKey
    AVVideoQualityKey AVVideoWidthKey
    CALayer CAShapeLayer CATextLayer CATransaction CATransform3D CATransform3DConcat CATransform3DIdentity
    CATransform3DMakeRotation
    CGColor CGColorSpaceCreateDeviceRGB CGFloat CGImage CGMutablePath CGPath CGPoint CGRect CGSize
    CIContext CIFilter CIImage kCGImagePropertyExifDictionary kCIInputImageKey
    CMGetAttachment CMSampleBuffer CMSampleBufferGetImageBuffer CMSampleBufferGetPresentationTimeStamp
    CMTime CMTimeClampToRange CMTimeCompare CMTimeMinimum CMTimeRange CMTimeSubtract
    CMVideoFormatDescriptionGetDimensions
    CVPixelBuffer CVPixelBufferCreate CVPixelBufferGetBaseAddress CVPixelBufferGetBaseAddressOfPlane
    CVPixelBufferGetBytesPerRow CVPixelBufferGetBytesPerRowOfPlane CVPixelBufferGetHeight
    CVPixelBufferGetHeightOfPlane CVPixelBufferGetPlaneCount CVPixelBufferGetWidth CVPixelBufferGetWidthOfPlane
    CVPixelBufferLockBaseAddress CVPixelBufferUnlockBaseAddress
    kAudioFormatMPEG4AAC kCMSampleBufferAttachmentKey_DroppedFrameReason
    kCMSampleBufferDroppedFrameReason_Discontinuity kCMSampleBufferDroppedFrameReason_FrameWasLate
    kCMSampleBufferDroppedFrameReason_OutOfBuffers
    kCVPixelBufferHeightKey kCVPixelBufferPixelFormatTypeKey kCVPixelBufferWidthKey kCVPixelFormatType_32BGRA
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange kCVReturnSuccess
    """)

  /// Members of Core Media, Core Animation, Core Image, and of AVFoundation types outside of its capture classes.
  static let members: Set<String> = words(
    """
    audio video h264 hevc jpeg resizeAspectFill code maximumDurationReached mediaServicesWereReset
    seconds zero invalid width height readOnly
    addLines addRect closeSubpath
    addSublayer begin borderColor borderWidth bounds commit contents fillColor fontSize frame lineWidth opacity
    removeFromSuperlayer setDisableActions strokeColor sublayerTransform transform
    appliesPreferredTrackTransform maximumSize image
    createCGImage extent outputImage setValue writeJPEGRepresentation
    """)

  /// Members of the standard library, Foundation, Core Graphics and Dispatch, and of the screen of the tutorials.
  static let swift: Set<String> = words(
    """
    Continuation Name self addObserver userInfo file
    assumingMemoryBound async asyncAfter main now sleep bufferingNewest compactMap contains
    dropFirst prefix enumerated filter finish yield makeStream resume first flatMap map reduce joined keys
    max min isEmpty count removeAll removeValue append rounded sorted subtracting write path
    lowerBound upperBound midX x y size pi
    new newValue observe localizedDescription load storeBytes
    string default success failure init processInfo systemUptime
    folder untilClosed
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
