import AVFoundation
import QuartzCore

/// The view of the app: a preview with labels over it.
final class CameraView {
  let previewLayer: AVCaptureVideoPreviewLayer
  let timeLabel = CATextLayer()
  let liveLabel = CATextLayer()
  let resumeButton = CATextLayer()

  init(of session: AVCaptureSession) {
    previewLayer = AVCaptureVideoPreviewLayer(session: session)
    previewLayer.videoGravity = .resizeAspectFill
    previewLayer.frame = CGRect(x: 0, y: 0, width: 640, height: 480)
    liveLabel.string = "LIVE"
    resumeButton.string = "Tap to resume"
    for (index, label) in [timeLabel, liveLabel, resumeButton].enumerated() {
      label.frame = CGRect(x: 16, y: 16 + 40 * index, width: 240, height: 32)
      label.fontSize = 24
      label.isHidden = true
      previewLayer.addSublayer(label)
    }
  }

  /// Shows or hides a label on the main queue, to which layers belong.
  func show(_ label: CATextLayer, _ isShown: Bool) { DispatchQueue.main.async { label.isHidden = !isShown } }

  /// Darkens the preview for a moment, as feedback for a photo.
  func flash() {
    DispatchQueue.main.async { self.previewLayer.opacity = 0 }
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { self.previewLayer.opacity = 1 }
  }
}
