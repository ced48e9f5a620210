public import CoreMedia
public import Foundation
public import OpenCaptureFlow
public import OpenCapturePreview

/// The way from an input to an output; ours, under Apple's name.
public typealias AVCaptureConnection = CaptureConnection

/// How a camera is held; ours, under Apple's name.
public typealias AVCaptureVideoOrientation = VideoOrientation

/// One channel of a connection's sound; ours, under Apple's name.
public typealias AVCaptureAudioChannel = CaptureAudioChannel

/// How pictures are made steady.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
  /// Not at all.
  case off = 0
  /// Somewhat.
  case standard = 1
  /// For movies.
  case cinematic = 2
  /// More, for movies.
  case cinematicExtended = 3
  /// For previews.
  case previewOptimized = 4
  /// Still more, for movies.
  case cinematicExtendedEnhanced = 5
  /// As is best.
  case auto = -1
}

/// Which lines of pictures are delivered that consist of two half pictures.
public enum AVVideoFieldMode: Int, Sendable {
  /// All.
  case both = 0
  /// The upper half's.
  case topOnly = 1
  /// The lower half's.
  case bottomOnly = 2
  /// All, made of one.
  case deinterlace = 3
}

extension CaptureConnection {
  /// Makes a connection to a preview by hand.
  public convenience init(inputPort: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer) {
    self.init(inputPort: inputPort, previewLayer: layer)
  }

  /// By how many degrees pictures are turned clockwise: 0, 90, 180 or 270; others change nothing.
  public var videoRotationAngle: CGFloat {
    get { CGFloat(videoRotation.rawValue) }
    set {
      guard let rotation = Self.rotation(Double(newValue)) else {
        return Misuse.tell("videoRotationAngle: pictures aren't turned by \(newValue) degrees")
      }
      videoRotation = rotation
    }
  }

  /// Whether pictures can be turned by so many degrees: by quarter turns.
  public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
    Self.rotation(Double(videoRotationAngle)) != nil
  }

  /// False: nothing makes pictures steady.
  public var isVideoStabilizationSupported: Bool { false }

  /// How pictures are to be made steady; nothing does it.
  public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
    get { .off }
    set { _ = newValue }
  }

  /// How pictures are made steady: not at all.
  public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }

  /// Whether pictures are made steady; no.
  public var isVideoStabilizationEnabled: Bool { false }

  /// ``preferredVideoStabilizationMode``, as it was asked for before.
  public var enablesVideoStabilizationWhenAvailable: Bool {
    get { false }
    set { _ = newValue }
  }

  /// False: no camera tells how its lens projects.
  public var isCameraIntrinsicMatrixDeliverySupported: Bool { false }

  /// Whether frames tell how the lens projects; no.
  public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isCameraIntrinsicMatrixDeliveryEnabled: no camera tells") } }
  }

  /// False: frames come whole.
  public var isVideoFieldModeSupported: Bool { false }

  /// Which lines are delivered: all.
  public var videoFieldMode: AVVideoFieldMode {
    get { .both }
    set { if newValue != .both { Misuse.tell("videoFieldMode: frames come whole") } }
  }

  /// False: the device's `activeVideoMinFrameDuration` says how long frames last.
  public var isVideoMinFrameDurationSupported: Bool { false }

  /// How long frames last at least on this connection: as the device says.
  public var videoMinFrameDuration: CMTime {
    get { .invalid }
    set {
      if newValue.isValid { Misuse.tell("videoMinFrameDuration: set the device's activeVideoMinFrameDuration") }
    }
  }

  /// False: the device's `activeVideoMaxFrameDuration` says how long frames last.
  public var isVideoMaxFrameDurationSupported: Bool { false }

  /// How long frames last at most on this connection: as the device says.
  public var videoMaxFrameDuration: CMTime {
    get { .invalid }
    set {
      if newValue.isValid { Misuse.tell("videoMaxFrameDuration: set the device's activeVideoMaxFrameDuration") }
    }
  }

  /// How far photos can be zoomed on this connection: not, the device's `videoZoomFactor` does it.
  public var videoMaxScaleAndCropFactor: CGFloat { 1 }

  /// How far photos are zoomed on this connection: not.
  public var videoScaleAndCropFactor: CGFloat {
    get { 1 }
    set { if newValue != 1 { Misuse.tell("videoScaleAndCropFactor: set the device's videoZoomFactor") } }
  }
}
