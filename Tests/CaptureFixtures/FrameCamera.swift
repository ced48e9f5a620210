package import OpenCaptureFlow
package import OpenCaptureMediaSamples
package import OpenCaptureSession
package import OpenCaptureSystem

/// A camera that delivers given frames on request.
package final class FrameCamera: CaptureDeviceDriver {
  package let identity = CaptureDevice.Identity(uniqueID: "frames", localizedName: "Frame Camera")
  private let format: CaptureDevice.Format
  private let stream = Locked<Stream?>(nil)

  private final class Stream: CaptureStream, Lockable {
    let configuration: CaptureStreamConfiguration
    let sink: any CaptureDeviceSink

    init(_ configuration: CaptureStreamConfiguration, _ sink: any CaptureDeviceSink) {
      self.configuration = configuration
      self.sink = sink
    }

    func stop() {}
  }

  package init(_ description: FormatDescription) {
    format = CaptureDevice.Format(
      formatDescription: description, frameRateRanges: [FrameRateRange(MediaTime(value: 1, timescale: 30))])
  }

  package func formats() throws(CaptureError) -> [CaptureDevice.Format] { [format] }

  package func controls() throws(CaptureError) -> [CaptureControl] { [] }

  package func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 { throw none(control) }

  package func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    throw none(control)
  }

  private func none(_ control: CaptureControl.Name) -> CaptureError {
    CaptureError(.unsupported, subject: identity.localizedName, reason: "the device has no control \(control)")
  }

  package func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    let new = Stream(configuration, sink)
    stream.withLock { $0 = new }
    return new
  }

  /// Delivers a frame.
  package func deliver(_ sample: SampleBuffer) { stream.withLock { $0 }?.sink.receive(sample) }

  /// Fails as if it were disconnected.
  package func vanish() { fail(.deviceDisconnected, "the camera was disconnected") }

  /// Ends its stream with an error.
  package func fail(_ code: CaptureError.Code, _ reason: String) {
    let error = CaptureError(code, subject: identity.localizedName, reason: reason)
    stream.withLock { $0 }?.sink.end(error)
  }
}
