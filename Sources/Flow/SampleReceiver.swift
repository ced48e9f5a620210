public import OpenCaptureMediaSamples

/// A receiver of the media of a connection.
///
/// ``SampleDelivery`` passes samples to a closure on a queue. ``SampleSubscription`` serves tasks.
/// ``DetachedWorker`` serves slow processors.
public protocol SampleReceiver: AnyObject, Sendable {
  /// Receives a sample on the source's thread. Must return quickly.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The sample, with the connection's rotation and mirroring applied.
  ///   - connection: The connection of the sample.
  ///   - canWait: Whether to wait for space rather than drop the sample. ``discard(from:)`` ends the wait.
  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool)

  /// Receives a report of lost frames on the source's thread.
  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection)

  /// Waits on the source's thread until the samples of a connection have been processed. No more follow.
  ///
  /// ``discard(from:)`` ends the wait.
  func finish(_ connection: CaptureConnection)

  /// Removes the waiting samples of removed connections. After the return, none of them is delivered.
  func discard(from connections: [CaptureConnection])

  /// Handles the end of the stream, after the waiting samples.
  ///
  /// The error is nil if the session stopped or the source ended.
  func end(_ error: CaptureError?)

  /// Handles an interruption: the source failed with the given error, and the session waits for it. Does nothing by
  /// default.
  func interrupt(_ error: CaptureError)
}

extension SampleReceiver {
  /// Does nothing.
  public func interrupt(_ error: CaptureError) {}
}

// A session forwards its notifications to every receiver of an output.

extension CaptureOutput {
  /// Removes the waiting samples of removed connections; after the return, none of them is delivered.
  package func discard(from connections: [CaptureConnection]) {
    for receiver in receivers { receiver.discard(from: connections) }
  }

  /// Notifies the receivers of the end of the stream, with the error that caused it.
  package func end(_ error: CaptureError?) { for receiver in receivers { receiver.end(error) } }

  /// Notifies the receivers that no samples arrive until the source has recovered.
  package func notifyInterruption(_ error: CaptureError) { for receiver in receivers { receiver.interrupt(error) } }
}
