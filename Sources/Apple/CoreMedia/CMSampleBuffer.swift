public import CoreVideo
public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A picture or some sound, and when it is to be shown or heard.
///
/// It is a value: what is set with OpenCapture's own properties is set for one copy. What the functions of Core Media attach,
/// invalidate or set, all see who hold the sample buffer, as elsewhere: those who hold the same media, and for a sample
/// buffer that was made by these functions those who hold that one.
public typealias CMSampleBuffer = SampleBuffer

/// How many things there are.
public typealias CMItemCount = CFIndex

/// The place of one.
public typealias CMItemIndex = CFIndex

extension SampleBuffer {
  /// Whether nobody has invalidated it.
  public var isValid: Bool { bearer(ifNeeded: false)?.withLock { $0.isValid } ?? true }

  /// The pixels; nil where it holds compressed data or sound, or is invalid.
  ///
  /// How colours weigh is attached to them.
  public var imageBuffer: CVImageBuffer? {
    guard isValid, let buffer = storedPixels else { return nil }
    let matrix = mediaDescription.colorMatrix
    buffer.access.withLock { $0.colorMatrix = matrix }
    return buffer
  }

  /// The compressed data, or the samples of sound; nil where it holds pixels, or is invalid.
  ///
  /// Where the channels of sound have planes of their own, they follow each other, with what lies between them in memory:
  /// `withAudioBufferList(blockBufferMemoryAllocator:flags:body:)` says where each is.
  public var dataBuffer: CMBlockBuffer? {
    isValid ? compressedData ?? audioBuffer?.data : nil
  }

  /// What it holds; never nil here.
  public var formatDescription: CMFormatDescription? { mediaDescription }

  /// Whether the media is there, or why not.
  public enum DataReadiness: Sendable, Hashable {
    /// It comes later.
    case notReady
    /// It is there.
    case ready
    /// It couldn't be had.
    case failed(OSStatus)
  }

  /// Whether the media is there: always, but for frames that were lost.
  public var dataReadiness: DataReadiness { CMSampleBufferDataIsReady(self) ? .ready : .notReady }

  /// Ends its use: it gives its media to nobody any more.
  public func invalidate() throws {
    try check(CMSampleBufferInvalidate(self), "The sample buffer is invalid already")
  }

  /// Sees to it that the media is there: it is.
  public func makeDataReady() throws {
    try check(CMSampleBufferMakeDataReady(self), "The sample buffer stands for a frame that was lost")
  }
}

/// Whether nobody has invalidated it.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Ends its use: it gives its media to nobody any more.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
  let wasValid = sbuf.bearer(ifNeeded: true)?.withLock { state in
    defer { state.isValid = false }
    return state.isValid
  }
  return wasValid == false ? kCMSampleBufferError_Invalidated : noErr
}

/// Whether the media is there: always, but for frames that were lost.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool {
  sbuf.storedPixels != nil || sbuf.compressedData != nil || sbuf.audioBuffer != nil
}

/// Sees to it that the media is there: it is.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  CMSampleBufferDataIsReady(sbuf) ? noErr : kCMSampleBufferError_BufferNotReady
}

/// The pixels; nil where it holds compressed data or sound.
///
/// How colours weigh is attached to them.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// The compressed data, or the samples of sound; nil where it holds pixels.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// What it holds.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.mediaDescription
}

/// How many samples it holds: frames of sound, one picture, or none that were lost.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }
