package import OpenCaptureMediaSamples

/// A subscription for as long as somebody else has it.
package final class WeakSubscription: SampleReceiver {
  package weak let subscription: SampleSubscription?

  package init(_ subscription: SampleSubscription) { self.subscription = subscription }

  package func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    subscription?.receive(sampleBuffer, from: connection, canWait: canWait)
  }

  package func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {
    subscription?.receive(dropped, from: connection)
  }

  package func finish(_ connection: CaptureConnection) { subscription?.finish(connection) }

  package func discard(from connections: [CaptureConnection]) { subscription?.discard(from: connections) }

  package func end(_ error: CaptureError?) { subscription?.end(error) }
}
