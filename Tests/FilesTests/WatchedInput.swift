import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples

/// An input that records the samples of another input before any consumer can delay them.
final class WatchedInput: CaptureInput {
  /// The times of the samples, in the order sent.
  let sent = Log<MediaTime>()
  let ports: [CaptureInputPort]
  private let input: any CaptureInput

  /// Creates an input.
  ///
  /// - Parameter kinds: The media types to pass on; default video.
  init(_ input: any CaptureInput, kinds: [MediaType] = [.video]) {
    self.input = input
    ports = kinds.map { CaptureInputPort($0) }
  }

  var name: String { input.name }
  var canWait: Bool { input.canWait }

  func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    try input.configuration(for: selection)
  }

  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    try input.startStreaming(configuration, to: Sink(sent: sent, ports: ports, sink: sink))
  }

  private final class Sink: CaptureStreamSink {
    let sent: Log<MediaTime>
    let ports: [CaptureInputPort]
    let sink: any CaptureStreamSink

    init(sent: Log<MediaTime>, ports: [CaptureInputPort], sink: any CaptureStreamSink) {
      self.sent = sent
      self.ports = ports
      self.sink = sink
    }

    private func own(_ port: CaptureInputPort) -> CaptureInputPort {
      ports.first { $0.mediaType == port.mediaType } ?? ports[0]
    }

    func accepts(_ port: CaptureInputPort) -> Bool { ports.contains { $0.mediaType == port.mediaType } }

    func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort) {
      sent.append(sampleBuffer.presentationTimeStamp)
      sink.receive(sampleBuffer, through: own(port))
    }

    func receive(_ dropped: DroppedFrame, through port: CaptureInputPort) {
      sink.receive(dropped, through: own(port))
    }

    func receive(_ stall: CaptureStall, through port: CaptureInputPort) { sink.receive(stall, through: own(port)) }
    func finish() { sink.finish() }
    func end(_ error: CaptureError) { sink.end(error) }
  }
}
