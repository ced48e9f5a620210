public import CoreMedia
public import OpenCapturePreview

/// A connection from an input to an output; an alias of `CaptureConnection`.
public typealias AVCaptureConnection = CaptureConnection

/// The orientation of a camera; an alias of `VideoOrientation`.
public typealias AVCaptureVideoOrientation = VideoOrientation

/// An audio channel of a connection; an alias of `CaptureAudioChannel`.
public typealias AVCaptureAudioChannel = CaptureAudioChannel

/// A video stabilization mode.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
  /// No stabilization.
  case off = 0
  /// Standard stabilization.
  case standard = 1
  /// Cinematic stabilization.
  case cinematic = 2
  /// Extended cinematic stabilization.
  case cinematicExtended = 3
  /// Stabilization for previews.
  case previewOptimized = 4
  /// Enhanced extended cinematic stabilization.
  case cinematicExtendedEnhanced = 5
  /// The most suitable stabilization.
  case auto = -1
}

/// The fields of interlaced video that are delivered.
public enum AVVideoFieldMode: Int, Sendable {
  /// Both fields.
  case both = 0
  /// The top field only.
  case topOnly = 1
  /// The bottom field only.
  case bottomOnly = 2
  /// A deinterlaced image.
  case deinterlace = 3
}

extension VideoRotation {
  /// Creates a rotation by an angle in degrees; nil unless the angle is 0, 90, 180 or 270.
  fileprivate init?(angle: CGFloat) {
    guard let degrees = Int(exactly: Double(angle)) else { return nil }
    self.init(rawValue: degrees)
  }
}

extension CaptureConnection {
  /// Creates a connection from a port to a preview layer.
  public convenience init(inputPort: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer) {
    self.init(inputPort: inputPort, previewLayer: layer.previewLayer)
  }

  /// The preview layer at the end of the connection; nil when the connection leads to another output.
  public var videoPreviewLayer: AVCaptureVideoPreviewLayer? { previewLayer?.owner as? AVCaptureVideoPreviewLayer }

  /// The clockwise rotation of images: 0, 90, 180 or 270 degrees.
  ///
  /// Other angles are reported on standard error and ignored.
  public var videoRotationAngle: CGFloat {
    get { CGFloat(videoRotation.rawValue) }
    set {
      guard let rotation = VideoRotation(angle: newValue) else {
        return MisuseReporter.report("videoRotationAngle: must be 0, 90, 180 or 270 degrees, not \(newValue)")
      }
      videoRotation = rotation
    }
  }

  /// Returns whether a rotation angle is supported: a multiple of 90 degrees.
  public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
    VideoRotation(angle: videoRotationAngle) != nil
  }

  /// Whether video stabilization is supported; always false.
  public var isVideoStabilizationSupported: Bool { false }

  /// The preferred stabilization mode; has no effect.
  public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
    get { .off }
    set { _ = newValue }
  }

  /// The active stabilization mode; always off.
  public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }

  /// Whether stabilization is enabled; always false.
  public var isVideoStabilizationEnabled: Bool { false }

  /// The older form of ``preferredVideoStabilizationMode``; has no effect.
  public var enablesVideoStabilizationWhenAvailable: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether the intrinsic matrix of the camera is available; always false.
  public var isCameraIntrinsicMatrixDeliverySupported: Bool { false }

  /// Whether frames have an intrinsic matrix; always false.
  public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether field modes are supported; always false.
  public var isVideoFieldModeSupported: Bool { false }

  /// The delivered fields; always both.
  public var videoFieldMode: AVVideoFieldMode {
    get { .both }
    set { MisuseReporter.reportUnsupported(newValue != .both) }
  }

  /// Whether the connection has a minimum frame duration; always false.
  ///
  /// Use the device's `activeVideoMinFrameDuration`.
  public var isVideoMinFrameDurationSupported: Bool { false }

  /// The minimum frame duration; has no effect, use that of the device.
  public var videoMinFrameDuration: CMTime {
    get { .invalid }
    set { MisuseReporter.reportUnsupported(newValue.isValid, "set the device's activeVideoMinFrameDuration") }
  }

  /// Whether the connection has a maximum frame duration; always false.
  ///
  /// Use the device's `activeVideoMaxFrameDuration`.
  public var isVideoMaxFrameDurationSupported: Bool { false }

  /// The maximum frame duration; has no effect, use that of the device.
  public var videoMaxFrameDuration: CMTime {
    get { .invalid }
    set { MisuseReporter.reportUnsupported(newValue.isValid, "set the device's activeVideoMaxFrameDuration") }
  }

  /// The maximum zoom factor of photos; always 1, use the device's `videoZoomFactor`.
  public var videoMaxScaleAndCropFactor: CGFloat { 1 }

  /// The zoom factor of photos; has no effect, use the device's `videoZoomFactor`.
  public var videoScaleAndCropFactor: CGFloat {
    get { 1 }
    set { MisuseReporter.reportUnsupported(newValue != 1, "set the device's videoZoomFactor") }
  }
}
