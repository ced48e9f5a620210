public import CoreVideo
public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// When the picture is shown, or the first frame of sound heard.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// When the sample must be decoded; invalid where that is the order of presentation.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// How long all of it lasts; invalid where nobody knows.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// When it is shown, where somebody set another time than the sample's.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}

/// How long it is shown: as long as the sample lasts.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }

/// When it must be decoded, as far from when it is shown as the sample says.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDecodeTimeStamp }

/// Says when it is shown, for all who hold the buffer.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
  _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
  sbuf.bearer(ifNeeded: true)?.withLock { $0.outputPresentationTimeStamp = outputPresentationTimeStamp }
  return noErr
}

/// The times of a sample: of a frame of sound, how long one lasts.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  guard sbuf.timingIndices.contains(sampleIndex) else { return kCMSampleBufferError_SampleIndexOutOfRange }
  timingInfoOut.pointee = sbuf.timingInfo(sampleIndex)
  return noErr
}

/// The times of all samples: one entry, since those of sound follow each other.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  timingArrayEntriesNeededOut?.pointee = 1
  guard let timingArrayOut else { return noErr }
  guard timingArrayEntries >= 1 else { return kCMSampleBufferError_ArrayTooSmall }
  timingArrayOut.pointee = sbuf.timingInfo(0)
  return noErr
}

extension SampleBuffer {
  /// When it is shown, where somebody set another time than the sample's.
  public var outputPresentationTimeStamp: CMTime {
    bearer(ifNeeded: false)?.withLock { $0.outputPresentationTimeStamp } ?? presentationTimeStamp
  }

  /// How long it is shown: as long as the sample lasts.
  public var outputDuration: CMTime { duration }

  /// When it must be decoded, as far from when it is shown as the sample says.
  public var outputDecodeTimeStamp: CMTime {
    decodeTimeStamp.isValid
      ? decodeTimeStamp + (outputPresentationTimeStamp - presentationTimeStamp) : decodeTimeStamp
  }

  /// Says when it is shown, for all who hold the buffer.
  public func setOutputPresentationTimeStamp(_ time: CMTime) throws {
    try check(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: time), "The time can't be set")
  }

  /// The times of all samples: one entry, since those of sound follow each other.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] { [timingInfo(0)] }

  /// The times of a sample: of a frame of sound, how long one lasts.
  ///
  /// - Throws: An `NSError` where there is no such sample.
  public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
    var timing = CMSampleTimingInfo.invalid
    try check(
      CMSampleBufferGetSampleTimingInfo(self, at: sampleIndex, timingInfoOut: &timing),
      "A sample buffer of \(numSamples) samples has none at \(sampleIndex)")
    return timing
  }

  /// Those samples whose times are known; of a frame that was lost, too.
  fileprivate var timingIndices: Range<Int> { 0..<max(1, numSamples) }

  fileprivate func timingInfo(_ index: Int) -> CMSampleTimingInfo {
    guard let format = audioBuffer?.format else { return timing }
    return CMSampleTimingInfo(
      duration: format.duration(ofFrames: 1), presentationTimeStamp: presentationTimeStamp(ofFrame: index),
      decodeTimeStamp: .invalid)
  }
}
