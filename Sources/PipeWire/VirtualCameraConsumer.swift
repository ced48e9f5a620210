public import OpenCaptureFlow
import OpenCaptureMediaSamples
public import OpenCaptureOverlay
public import OpenCaptureProcessing
import OpenCaptureSession

/// A consumer that shows frames to other programs as a camera.
///
/// A camera of PipeWire needs neither a kernel module nor root. Other programs find it under its name, and each receives
/// the newest frame in a format of its choice. If the daemon restarts, the camera appears again. Programs without
/// PipeWire read a device of the kernel module v4l2loopback.
///
/// While no program reads the camera, frames are neither drawn nor converted. Frames keep their time. After a second
/// without frames, the camera shows a grey picture, once per second.
public struct VirtualCameraConsumer: FrameConsumer {
  private let camera: any VirtualCameraTarget
  private let renderer: FrameRenderer
  /// The picture of the last frame, reused for the next.
  private var canvas: PixelBuffer?

  /// Creates a consumer with a camera of PipeWire, which appears with its first frame.
  ///
  /// - Parameters:
  ///   - name: The name of the camera for programs and users.
  ///   - renderer: The renderer of pictures; default upright, with outlined metadata objects.
  /// - Throws: `CaptureError` if PipeWire's library is missing or its daemon does not run.
  public init(name: String, renderer: FrameRenderer = FrameRenderer()) throws(CaptureError) {
    camera = PlaceholderCamera(try VirtualCamera(name: name))
    self.renderer = renderer
  }

  /// Creates a consumer with a device of v4l2loopback.
  ///
  /// The device shows the size of the first frame, as I420 or another format that it takes. Versions before 0.13 do not
  /// report readers, so that all frames are drawn.
  ///
  /// - Parameters:
  ///   - devicePath: The device file, such as `/dev/video10`.
  ///   - renderer: The renderer of pictures; default upright, with outlined metadata objects.
  /// - Throws: `CaptureError` if the device cannot be opened or does not show frames.
  public init(devicePath: String, renderer: FrameRenderer = FrameRenderer()) throws(CaptureError) {
    camera = PlaceholderCamera(try LoopbackCamera(path: devicePath))
    self.renderer = renderer
  }

  /// The numbers of frames so far.
  public var statistics: VirtualCameraStatistics { camera.statistics }

  /// Shows a frame, if a program reads the camera.
  ///
  /// - Throws: The errors of drawing and decoding, or `CaptureError` if a device does not take the frame.
  public mutating func take(_ frame: Frame) throws {
    let isUnchanged = renderer.showsUnchanged(frame)
    let sample = frame.sampleBuffer
    let offer = VirtualCameraOffer(
      own: isUnchanged ? sample.format.pixelFormat : .bgra, dimensions: renderer.viewDimensions(of: frame),
      frameDuration: sample.duration)
    guard camera.prepare(offer) else { return }
    try camera.show(isUnchanged ? sample : try renderer.sample(of: frame, reusing: &canvas))
  }

  /// Removes the camera.
  public func finish() { camera.stop() }
}

/// The target of a consumer that shows frames to other programs.
protocol VirtualCameraTarget: Sendable {
  /// The numbers of frames so far.
  var statistics: VirtualCameraStatistics { get }

  /// Offers the formats for a frame and returns whether to show it.
  func prepare(_ offer: VirtualCameraOffer) -> Bool

  /// Shows a frame.
  func show(_ sample: SampleBuffer) throws

  /// Removes the camera.
  func stop()
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
