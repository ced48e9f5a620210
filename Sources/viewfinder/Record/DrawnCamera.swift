import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// What a camera sees, with what was found drawn into it, as an input of the session that records it.
final class DrawnCamera: CaptureInput {
  /// The camera's session, and the thread that draws.
  private final class Stream: CaptureStream {
    let frames: PacedStream
    private let session: CaptureSession

    init(_ frames: PacedStream, _ session: CaptureSession) { (self.frames, self.session) = (frames, session) }

    var configuration: CaptureStreamConfiguration { frames.configuration }
    var statistics: CaptureStreamStatistics { frames.statistics }

    func stop() {
      // Whoever draws waits for a frame, of which there are no more then.
      session.stopRunning()
      frames.stop()
    }
  }

  let name: String
  let ports = [CaptureInputPort(.video)]
  private let device: CaptureDevice
  private let session = CaptureSession()
  private let output = FrameOutput(.newest)
  private let renderer: FrameRenderer
  private let makeProcessors: @Sendable () throws -> [any FrameProcessor]
  private let onFailure: @Sendable (String) -> Void

  /// Prepares a camera.
  ///
  /// - Parameters:
  ///   - renderer: How it is shown.
  ///   - processors: Makes what finds things.
  ///   - onFailure: Told of what processors fail with.
  /// - Throws: `CaptureError` where it can't be opened, or doesn't have what the preset asks for.
  init(
    _ device: CaptureDevice, _ preset: CaptureSession.Preset, _ renderer: FrameRenderer,
    processors: @escaping @Sendable () throws -> [any FrameProcessor],
    onFailure: @escaping @Sendable (String) -> Void
  ) throws(CaptureError) {
    (self.device, self.renderer, name) = (device, renderer, device.localizedName)
    (makeProcessors, self.onFailure) = (processors, onFailure)
    session.beginConfiguration()
    try session.addInput(CaptureDeviceInput(device: device))
    try session.addOutput(output)
    try session.require(preset, of: name)
    try session.commitConfiguration()
  }

  /// What was delivered and dropped so far.
  var statistics: CaptureOutputStatistics { output.subscription.statistics }

  func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    let stored = device.activeFormat.formatDescription.dimensions
    let shown = renderer.geometry(for: stored, orientation: .up).bounds.size
    return CaptureStreamConfiguration(
      formatDescription: FormatDescription(
        pixelFormat: .bgra, dimensions: VideoDimensions(width: Int(shown.width), height: Int(shown.height))),
      frameDuration: device.activeVideoMinFrameDuration)
  }

  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    var pipeline: FramePipeline
    do { pipeline = try pipelineOfProcessors() } catch {
      throw CaptureError(.mediaFailed, subject: name, error)
    }
    try session.startOrThrow()
    do throws(CaptureError) {
      let frames = try PacedStream(configuration, of: name, through: ports[0], to: sink, pacing: .unpaced) {
        [self] () throws(CaptureError) in try next(through: &pipeline)
      }
      return Stream(frames, session)
    } catch {
      session.stopRunning()
      throw error
    }
  }

  /// What finds things is slow, and the picture goes on meanwhile.
  private func pipelineOfProcessors() throws -> FramePipeline {
    let processors = try makeProcessors().map { $0 is any MetadataDetector ? DetachedProcessor($0) : $0 }
    return FramePipeline(processors) { [onFailure] in onFailure("\($0)") }
  }

  /// The next frame, drawn; nil where there are no more.
  private func next(through pipeline: inout FramePipeline) throws(CaptureError) -> SampleBuffer? {
    while let sample = try output.subscription.waitForNext() {
      guard let frame = pipeline.process(Frame(sample)) else { continue }
      do {
        return SampleBuffer(
          imageBuffer: try renderer.picture(of: frame), colorMatrix: .bt709, timing: frame.sampleBuffer.timing,
          sequenceNumber: frame.sampleBuffer.sequenceNumber)
      } catch let error as MediaError {
        throw CaptureError(.mediaFailed, subject: name, error)
      } catch {
        // A frame that can't be decoded is one less.
        onFailure("\(error)")
      }
    }
    return nil
  }
}
