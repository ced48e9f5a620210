package import OpenCaptureFlow

/// Takes what comes, at the end of a session's connection, for a command that works on it.
package final class FrameOutput: CaptureOutput {
  package let link = CaptureOutputLink()
  package let receivers: [any SampleReceiver]
  package let subscription: SampleSubscription

  package init(_ capacity: SampleCapacity) {
    subscription = SampleSubscription(capacity: capacity)
    receivers = [subscription]
  }
}
