public import OpenCaptureMediaSamples

/// Where a source sends its media: called on the source's thread, one call at a time.
public protocol CaptureStreamSink: AnyObject, Sendable {
  /// Takes a sample that came through a port; a source that can wait is held up here while there is no room for it.
  func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort)

  /// Takes note of frames that the source lost.
  func receive(_ dropped: DroppedFrame, through port: CaptureInputPort)

  /// Takes note that nothing has come for a while, though the stream goes on; told once, until something comes.
  func receive(_ stall: CaptureStall, through port: CaptureInputPort)

  /// Takes note that the stream ended by itself; nothing comes after this.
  func end(_ error: CaptureError)

  /// Takes note that there is nothing more, as at the end of a file, and waits until what was sent has been taken;
  /// nothing comes after this.
  func finish()
}
