public import CoreVideo
public import OpenCaptureMediaSamples

/// Returns the presentation time of the image or of the first frame of sound.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// Returns the decode time; invalid if samples are decoded in presentation order.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// Returns the duration of all samples; invalid if it is unknown.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// Returns the output presentation time, which defaults to the presentation time.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}

/// Returns the output duration, which equals the duration of the sample.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }

/// Returns the output decode time, as far from the output presentation time as in the sample.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDecodeTimeStamp }

/// Sets the output presentation time for all copies of the buffer.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
  _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
  sbuf.sharedState(ifNeeded: true)?.withLock { $0.outputPresentationTimeStamp = outputPresentationTimeStamp }
  return noErr
}

/// Provides the times of a sample; for sound, with the duration of one frame.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  // A lost frame also has a time.
  let indices = 0..<max(1, sbuf.numSamples)
  guard indices.contains(sampleIndex) else { return kCMSampleBufferError_SampleIndexOutOfRange }
  timingInfoOut.pointee = sbuf.timingInfo(sampleIndex)
  return noErr
}

/// Provides the times of all samples.
///
/// The array has one entry, because the frames of sound follow each other without gaps.
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
  /// The output presentation time, which defaults to the presentation time.
  public var outputPresentationTimeStamp: CMTime {
    sharedState(ifNeeded: false)?.withLock { $0.outputPresentationTimeStamp } ?? presentationTimeStamp
  }

  /// The output duration, which equals the duration of the sample.
  public var outputDuration: CMTime { duration }

  /// The output decode time, as far from the output presentation time as in the sample.
  public var outputDecodeTimeStamp: CMTime {
    decodeTimeStamp.isValid
      ? decodeTimeStamp + (outputPresentationTimeStamp - presentationTimeStamp) : decodeTimeStamp
  }

  /// Sets the output presentation time for all copies of the buffer.
  public func setOutputPresentationTimeStamp(_ time: CMTime) throws {
    try check(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: time), "Cannot set the output time")
  }

  /// Returns the times of all samples.
  ///
  /// The array has one entry, because the frames of sound follow each other without gaps.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] { [timingInfo(0)] }

  /// Returns the times of a sample.
  ///
  /// For sound the duration is that of one frame.
  ///
  /// - Throws: An `NSError` if the index is out of range.
  public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
    var timing = CMSampleTimingInfo.invalid
    try check(
      CMSampleBufferGetSampleTimingInfo(self, at: sampleIndex, timingInfoOut: &timing),
      "Sample index \(sampleIndex) is out of range: the buffer has \(numSamples) samples")
    return timing
  }

  fileprivate func timingInfo(_ index: Int) -> CMSampleTimingInfo {
    guard let format = audioBuffer?.format else { return timing }
    return CMSampleTimingInfo(
      duration: format.duration(ofFrames: 1), presentationTimeStamp: presentationTimeStamp(ofFrame: index),
      decodeTimeStamp: .invalid)
  }

  /// Returns the size of a sample, in bytes.
  ///
  /// This is the size of the compressed data, or of one frame of sound. It is 0 for pixels, as on Apple's systems.
  public func sampleSize(at sampleIndex: Int) -> Int {
    guard (0..<numSamples).contains(sampleIndex) else { return 0 }
    if let audioBuffer { return audioBuffer.format.bytesPerFrame * audioBuffer.format.planeCount }
    return data?.count ?? 0
  }

  /// The size of all samples, in bytes; 0 for pixels, as on Apple's systems.
  public var totalSampleSize: Int { sampleSize(at: 0) * numSamples }
}

/// Returns the size of a sample, in bytes.
///
/// This is the size of the compressed data, or of one frame of sound. It is 0 for pixels, as on Apple's systems.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
  sbuf.sampleSize(at: sampleIndex)
}

/// Returns the size of all samples, in bytes; 0 for pixels, as on Apple's systems.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// Provides the size of each sample, in bytes.
///
/// The array has one entry, because all frames of sound have the same size.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
  _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount,
  arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
  entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  guard sbuf.totalSampleSize > 0 else { return kCMSampleBufferError_BufferHasNoSampleSizes }
  sizeArrayEntriesNeededOut?.pointee = 1
  guard let sizeArrayOut else { return noErr }
  guard sizeArrayEntries >= 1 else { return kCMSampleBufferError_ArrayTooSmall }
  sizeArrayOut.pointee = sbuf.sampleSize(at: 0)
  return noErr
}

/// The presentation time, decode time and duration of a sample.
public typealias CMSampleTimingInfo = SampleTiming

extension SampleTiming {
  /// Creates a timing.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.init(presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: decodeTimeStamp, duration: duration)
  }

  /// A timing without times.
  public static var invalid: SampleTiming { SampleTiming() }
}
