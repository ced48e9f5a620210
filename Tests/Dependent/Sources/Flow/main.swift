import CommandSupport
import OpenCaptureFlow

/// A custom output that ignores its samples.
final class Sink: CaptureOutput {
  let link = CaptureOutputLink()
  let receivers: [any SampleReceiver] = [SampleSubscription()]
}

let connection = CaptureConnection(inputPorts: [CaptureInputPort(.video)], output: Sink())
report("\(connection.isVideoOrientationSupported), \(connection.isVideoMirrored)")
