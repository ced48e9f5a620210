public import OpenCaptureMediaSamples

/// Where a source sends its media: called on the source's threads, one call at a time for each port.
public protocol CaptureStreamSink: AnyObject, Sendable {
  /// Whether anybody takes what comes through a port: what nobody does needn't be made. Default true.
  func takes(_ port: CaptureInputPort) -> Bool

  /// Takes a sample that came through a port; a source that can wait is held up here while there is no room for it.
  func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort)

  /// Takes note of frames that the source lost.
  func receive(_ dropped: DroppedFrame, through port: CaptureInputPort)

  /// Takes note that nothing has come for a while, though the stream goes on; told once, until something comes.
  func receive(_ stall: CaptureStall, through port: CaptureInputPort)

  /// Takes note that the stream ended by itself; nothing comes after this.
  func end(_ error: CaptureError)

  /// Takes note that nothing more comes through a port, though there is more through others, and waits until what was
  /// sent has been taken. Default nothing is done.
  func finish(through port: CaptureInputPort)

  /// Takes note that there is nothing more, as at the end of a file, and waits until what was sent has been taken;
  /// nothing comes after this.
  func finish()
}

extension CaptureStreamSink {
  /// True.
  public func takes(_ port: CaptureInputPort) -> Bool { true }
  /// Does nothing.
  public func finish(through port: CaptureInputPort) {}
}
