public import OpenCaptureFlow
import OpenCaptureMediaSamples
public import OpenCaptureOverlay
public import OpenCaptureProcessing
import OpenCaptureSession

/// A consumer that shows frames to other programs as a camera of PipeWire.
///
/// Other programs find the camera under its name, without a kernel module and without root. While no program reads it,
/// frames are neither drawn nor converted. Each program receives the newest frame in a format of its choice, with the
/// time of the frame. If PipeWire's daemon restarts, the camera appears again.
public struct VirtualCameraConsumer: FrameConsumer {
  private let camera: VirtualCamera
  private let renderer: FrameRenderer
  /// The picture of the last frame, reused for the next.
  private var canvas: PixelBuffer?

  /// Creates a consumer, whose camera appears with its first frame.
  ///
  /// - Parameters:
  ///   - name: The name of the camera for programs and users.
  ///   - renderer: The renderer of pictures; default upright, with outlined metadata objects.
  /// - Throws: `CaptureError` if PipeWire's library is missing or its daemon does not run.
  public init(name: String, renderer: FrameRenderer = FrameRenderer()) throws(CaptureError) {
    camera = try VirtualCamera(name: name)
    self.renderer = renderer
  }

  /// The numbers of frames so far.
  public var statistics: VirtualCameraStatistics { camera.statistics }

  /// Shows a frame, if a program reads the camera.
  ///
  /// - Throws: The errors of drawing and decoding.
  public mutating func take(_ frame: Frame) throws {
    let isUnchanged = renderer.showsUnchanged(frame)
    let sample = frame.sampleBuffer
    let offer = VirtualCameraOffer(
      own: isUnchanged ? sample.format.pixelFormat : .bgra, dimensions: renderer.viewDimensions(of: frame),
      frameDuration: sample.duration)
    guard camera.prepare(offer) else { return }
    camera.show(isUnchanged ? sample : try renderer.sample(of: frame, reusing: &canvas))
  }

  /// Removes the camera.
  public func finish() { camera.stop() }
}

/// The numbers of frames of a virtual camera.
public struct VirtualCameraStatistics: Sendable, Hashable {
  /// The number of frames that were taken.
  public package(set) var takenCount = 0
  /// The number of frames that were converted and sent to programs.
  public package(set) var sentCount = 0
  /// The number of frames that no program read.
  public package(set) var unreadCount = 0
}
