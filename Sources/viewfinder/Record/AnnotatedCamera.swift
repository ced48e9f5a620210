import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// A camera with detections drawn into its frames, as an input of the recording session.
final class AnnotatedCamera: CaptureInput {
  /// The camera's session, and the thread that draws.
  private final class Stream: CaptureStream {
    let frames: PacedStream
    private let session: CaptureSession

    init(_ frames: PacedStream, _ session: CaptureSession) {
      self.frames = frames
      self.session = session
    }

    var configuration: CaptureStreamConfiguration { frames.configuration }
    var statistics: CaptureStreamStatistics { frames.statistics }

    func stop() {
      // Ends the drawing thread's wait for a frame.
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
  ///   - renderer: The renderer of frames.
  ///   - processors: Makes the processors.
  ///   - onFailure: Receives errors of processors.
  /// - Throws: `CaptureError` if the camera cannot be opened, or no format fits the preset.
  init(
    _ device: CaptureDevice, _ preset: CaptureSession.Preset, _ renderer: FrameRenderer,
    processors: @escaping @Sendable () throws -> [any FrameProcessor],
    onFailure: @escaping @Sendable (String) -> Void
  ) throws(CaptureError) {
    self.device = device
    self.renderer = renderer
    name = device.localizedName
    makeProcessors = processors
    self.onFailure = onFailure
    session.beginConfiguration()
    try session.addInput(CaptureDeviceInput(device: device))
    try session.addOutput(output)
    try session.require(preset, of: name)
    try session.commitConfiguration()
  }

  /// The numbers of delivered and dropped frames so far.
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

  /// Returns the processors; detectors run in the background, because they are slow.
  private func pipelineOfProcessors() throws -> FramePipeline {
    let processors = try makeProcessors().map { $0 is any MetadataDetector ? DetachedProcessor($0) : $0 }
    return FramePipeline(processors) { [onFailure] in onFailure("\($0)") }
  }

  /// Returns the next frame with its drawing; nil after the last.
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
        // A frame that cannot be decoded is skipped.
        onFailure("\(error)")
      }
    }
    return nil
  }
}
