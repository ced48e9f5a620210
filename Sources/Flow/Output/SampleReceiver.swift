public import OpenCaptureMediaSamples

/// What takes media at the end of a connection: ``SampleDelivery``, which hands it to a closure on a queue,
/// ``SampleSubscription``, for tasks, or ``DetachedWorker``, for what is slow.
public protocol SampleReceiver: AnyObject, Sendable {
  /// Takes a sample, on the source's thread: it must be quick.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The sample, turned and mirrored as the connection says.
  ///   - connection: What it came through.
  ///   - canWait: Whether to wait for room rather than drop the sample; ``discard(from:)`` ends the wait.
  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool)

  /// Takes note of frames that were lost on the way here, on the source's thread.
  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection)

  /// Waits until what came through a connection has been taken, on the source's thread: it has no more.
  ///
  /// ``discard(from:)`` ends the wait.
  func finish(_ connection: CaptureConnection)

  /// Forgets what waits of connections that are no more; once this has returned, none of it is delivered.
  func discard(from connections: [CaptureConnection])

  /// Takes note that no more comes, behind what waits: the session stopped, the source is at its end, or failed with
  /// this error.
  func end(_ error: CaptureError?)

  /// Takes note that nothing comes for a while: the source failed with this error, and is waited for. Default nothing
  /// is done.
  func interrupt(_ error: CaptureError)
}

extension SampleReceiver {
  /// Does nothing.
  public func interrupt(_ error: CaptureError) {}
}
