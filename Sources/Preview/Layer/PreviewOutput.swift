import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The end of a session's way to a preview layer.
final class PreviewOutput: CaptureOutput {
  let link = CaptureOutputLink(isPreview: true)
  let name = "preview"
  private let receiver = Receiver()

  var receivers: [any SampleReceiver] { [receiver] }

  /// What takes the frames; gets the newest as it comes, on the source's thread.
  var layer: PreviewLayer? {
    get { receiver.target.withLock { $0.layer } }
    set { receiver.target.withLock { $0.layer = newValue } }
  }

  /// Tells the layer, which is held weakly: it has this output.
  private final class Receiver: SampleReceiver {
    struct Target: Lockable {
      weak var layer: PreviewLayer?
    }

    let target = Locked(Target())

    private var layer: PreviewLayer? { target.withLock { $0.layer } }

    func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
      guard connection.isActive else { return }
      layer?.receive(sampleBuffer, from: connection)
    }

    func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

    func finish(_ connection: CaptureConnection) {}

    func discard(from connections: [CaptureConnection]) {
      if !connections.isEmpty { layer?.discard(from: connections) }
    }

    func end(_ error: CaptureError?) { layer?.end(error) }

    func interrupt(_ error: CaptureError) { layer?.pause() }
  }
}
