import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples

/// An input that writes down what another one sends, before anybody can hold that up.
final class WatchedInput: CaptureInput {
  /// The times of the samples, in the order in which they are sent.
  let sent = Log<MediaTime>()
  let ports = [CaptureInputPort(.video)]
  private let input: any CaptureInput

  init(_ input: any CaptureInput) { self.input = input }

  var name: String { input.name }
  var canWait: Bool { input.canWait }

  func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    try input.configuration(for: selection)
  }

  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    try input.startStreaming(configuration, to: Sink(sent: sent, port: ports[0], sink: sink))
  }

  private final class Sink: CaptureStreamSink {
    let sent: Log<MediaTime>
    let port: CaptureInputPort
    let sink: any CaptureStreamSink

    init(sent: Log<MediaTime>, port: CaptureInputPort, sink: any CaptureStreamSink) {
      (self.sent, self.port, self.sink) = (sent, port, sink)
    }

    func receive(_ sampleBuffer: SampleBuffer, through _: CaptureInputPort) {
      sent.append(sampleBuffer.presentationTimeStamp)
      sink.receive(sampleBuffer, through: port)
    }

    func receive(_ dropped: DroppedFrame, through _: CaptureInputPort) { sink.receive(dropped, through: port) }
    func receive(_ stall: CaptureStall, through _: CaptureInputPort) { sink.receive(stall, through: port) }
    func finish() { sink.finish() }
    func end(_ error: CaptureError) { sink.end(error) }
  }
}
