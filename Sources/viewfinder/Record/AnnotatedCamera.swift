import OpenCapture
import OpenCaptureCommandSupport

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
  private let camera: LiveCamera
  private let renderer: FrameRenderer
  /// The names and options of the processors.
  private let processors: String
  private let onFailure: @Sendable (String) -> Void

  /// Prepares a camera.
  ///
  /// - Parameters:
  ///   - processors: The names and options of the processors.
  ///   - onFailure: Receives errors of processors.
  /// - Throws: `CaptureError` if the camera cannot be opened, or no format fits the preset.
  init(
    _ device: CaptureDevice, _ processors: String, _ options: RecordCommand,
    onFailure: @escaping @Sendable (String) -> Void
  ) throws(CaptureError) {
    camera = try LiveCamera(
      device, options.camera.preset, options.format.request(options.size.size), resumes: false)
    var renderer = FrameRenderer()
    renderer.rotation = options.output.tags.rotate
    renderer.isVideoMirrored = options.output.tags.mirror
    self.renderer = renderer
    name = device.localizedName
    self.processors = processors
    self.onFailure = onFailure
  }

  /// The numbers of delivered and dropped frames so far.
  var statistics: CaptureOutputStatistics { camera.statistics }

  func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    let stored = camera.device.activeFormat.formatDescription.videoDimensions
    let shown = renderer.geometry(for: stored, orientation: .up).bounds.size
    return CaptureStreamConfiguration(
      formatDescription: FormatDescription(
        pixelFormat: .bgra, dimensions: VideoDimensions(width: Int(shown.width), height: Int(shown.height))),
      frameDuration: camera.device.minFrameDuration)
  }

  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream {
    var pipeline: FramePipeline
    do {
      // Detectors run in the background, because they are slow.
      let all = try ProcessorRegistry.standard.makeAll(processors).detectorsInBackground()
      pipeline = FramePipeline(all) { [onFailure] in onFailure("\($0)") }
    } catch {
      throw CaptureError(.mediaFailed, subject: name, error)
    }
    try camera.session.startOrThrow()
    do throws(CaptureError) {
      let frames = try PacedStream(configuration, of: name, through: ports[0], to: sink, pacing: .unpaced) {
        [self] () throws(CaptureError) in try next(through: &pipeline)
      }
      return Stream(frames, camera.session)
    } catch {
      camera.session.stopRunning()
      throw error
    }
  }

  /// Returns the next frame with its drawing; nil after the last.
  private func next(through pipeline: inout FramePipeline) throws(CaptureError) -> SampleBuffer? {
    while let sample = try camera.nextFrame() {
      guard let frame = pipeline.process(Frame(sample)) else { continue }
      do {
        return SampleBuffer(
          pixelBuffer: try renderer.picture(of: frame), colorMatrix: .bt709, timing: frame.sampleBuffer.timing,
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
