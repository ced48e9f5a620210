public import CoreVideo
public import OpenCaptureMediaSamples

/// How many bytes a sample has: of compressed data all, of sound one frame's; 0 of pixels, as elsewhere.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
  sbuf.sampleSize(at: sampleIndex)
}

/// How many bytes all samples have; 0 of pixels, as elsewhere.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// How many bytes each sample has: one entry, since all samples of sound have as many.
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

extension SampleBuffer {
  /// How many bytes a sample has: of compressed data all, of sound one frame's; 0 of pixels, as elsewhere.
  public func sampleSize(at sampleIndex: Int) -> Int {
    guard (0..<numSamples).contains(sampleIndex) else { return 0 }
    if let audioBuffer { return audioBuffer.format.bytesPerFrame * audioBuffer.format.planeCount }
    return compressedData?.count ?? 0
  }

  /// How many bytes all samples have; 0 of pixels, as elsewhere.
  public var totalSampleSize: Int { sampleSize(at: 0) * numSamples }
}
