public import OpenCaptureMetadata

/// How a camera is held, by where its top is (`AVCaptureVideoOrientation`).
///
/// The older way to say how pictures are turned: ``CaptureConnection/videoRotationAngle`` says it in degrees.
public enum VideoOrientation: Int, Sendable, Hashable, CaseIterable {
  /// Upright, higher than wide: a quarter turn clockwise.
  case portrait = 1
  /// Upside down, higher than wide: a quarter turn counter-clockwise.
  case portraitUpsideDown
  /// As the camera sees it: not turned.
  case landscapeRight
  /// As the camera sees it, upside down.
  case landscapeLeft

  /// By how much pictures are turned.
  public var rotation: VideoRotation {
    switch self {
    case .portrait: .degrees90
    case .portraitUpsideDown: .degrees270
    case .landscapeRight: .degrees0
    case .landscapeLeft: .degrees180
    }
  }
}

extension CaptureConnection {
  /// Whether ``videoOrientation`` can be set: always.
  public var isVideoOrientationSupported: Bool { true }

  /// ``videoRotation`` by how the camera is held; default ``VideoOrientation/landscapeRight``, not turned.
  public var videoOrientation: VideoOrientation {
    get {
      let rotation = videoRotation
      return VideoOrientation.allCases.first { $0.rotation == rotation } ?? .landscapeRight
    }
    set { videoRotation = newValue.rotation }
  }
}
