public import Foundation
public import OpenCapturePreview
public import OpenCaptureSession

extension CaptureDevice {
  /// Tells by how much pictures of a camera are turned to be level: 0, since cameras are mounted level on machines that
  /// nobody turns.
  public final class RotationCoordinator: Sendable {
    private let reference: WeakDevice
    /// The layer that shows the camera; nil where none was given.
    public let previewLayer: AVCaptureVideoPreviewLayer?

    /// Makes one for a camera, and for a layer that shows it.
    public init(device: AVCaptureDevice, previewLayer: AVCaptureVideoPreviewLayer?) {
      (reference, self.previewLayer) = (WeakDevice(device), previewLayer)
    }

    /// The camera; nil once that is gone.
    public var device: AVCaptureDevice? { reference.device }

    /// By how much photos and movies are turned, in degrees.
    public var videoRotationAngleForHorizonLevelCapture: CGFloat { 0 }

    /// By how much a preview is turned, in degrees.
    public var videoRotationAngleForHorizonLevelPreview: CGFloat { 0 }

    private final class WeakDevice: Sendable {
      weak let device: AVCaptureDevice?

      init(_ device: AVCaptureDevice) { self.device = device }
    }
  }
}
