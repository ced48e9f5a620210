public import CoreVideo
public import OpenCaptureMediaSamples

/// An image or sound with its times.
///
/// Sample buffers are values: OpenCapture's own properties change one copy. The functions of Core Media change
/// attachments, validity and output times for all copies, as on Apple's systems. All sample buffers with the same
/// media are such copies. A sample buffer made by a Core Media function has copies of its own.
public typealias CMSampleBuffer = SampleBuffer

/// A number of elements.
public typealias CMItemCount = CFIndex

/// The index of an element.
public typealias CMItemIndex = CFIndex

extension SampleBuffer {
  /// Whether the sample buffer has not been invalidated.
  public var isValid: Bool { sharedState(ifNeeded: false)?.withLock { $0.isValid } ?? true }

  /// The pixels; nil for compressed data or sound, and for an invalid buffer.
  ///
  /// The color matrix is attached to the pixels.
  public var imageBuffer: CVImageBuffer? {
    guard isValid, let buffer = pixelBuffer else { return nil }
    let matrix = format.colorMatrix
    buffer.access.withLock { $0.colorMatrix = matrix }
    return buffer
  }

  /// The compressed data or the samples of sound; nil for pixels, and for an invalid buffer.
  ///
  /// The planes of sound that is not interleaved follow each other, possibly with gaps. Use
  /// `withAudioBufferList(blockBufferMemoryAllocator:flags:body:)` for the address of each plane.
  public var dataBuffer: CMBlockBuffer? { isValid ? data ?? audioBuffer?.data : nil }

  /// The description of the media; never nil here.
  public var formatDescription: CMFormatDescription? { format }

  /// The availability of the media.
  public enum DataReadiness: Sendable, Hashable {
    /// The media is not available yet.
    case notReady
    /// The media is available.
    case ready
    /// The media could not be obtained.
    case failed(OSStatus)
  }

  /// The availability of the media: always ready, except for lost frames.
  public var dataReadiness: DataReadiness { CMSampleBufferDataIsReady(self) ? .ready : .notReady }

  /// Invalidates the buffer, which then provides no media.
  public func invalidate() throws {
    try check(CMSampleBufferInvalidate(self), "The sample buffer is already invalid")
  }

  /// Provides the media, which is always available.
  ///
  /// - Throws: An `NSError` for a lost frame.
  public func makeDataReady() throws {
    try check(CMSampleBufferMakeDataReady(self), "No data: the sample buffer represents a lost frame")
  }
}

/// Returns whether the sample buffer has not been invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Invalidates a buffer, which then provides no media.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
  let wasValid = sbuf.sharedState(ifNeeded: true)?.withLock { state in
    defer { state.isValid = false }
    return state.isValid
  }
  return wasValid == false ? kCMSampleBufferError_Invalidated : noErr
}

/// Returns whether the media is available: always, except for lost frames.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool {
  sbuf.pixelBuffer != nil || sbuf.data != nil || sbuf.audioBuffer != nil
}

/// Provides the media, which is always available.
///
/// - Returns: `kCMSampleBufferError_BufferNotReady` for a lost frame.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  CMSampleBufferDataIsReady(sbuf) ? noErr : kCMSampleBufferError_BufferNotReady
}

/// Returns the pixels; nil for compressed data or sound.
///
/// The color matrix is attached to the pixels.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// Returns the compressed data or the samples of sound; nil for pixels.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// Returns the description of the media.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? { sbuf.format }

/// Returns the number of samples: frames of sound, 1 for an image, or 0 for a lost frame.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }
