import AVFoundation
import QuartzCore

/// Layers over a preview: boxes that turn with faces, and outlines of codes.
final class DetectionOverlay {
  private let previewLayer: AVCaptureVideoPreviewLayer
  private let faceArea = CALayer()
  private let codeLayer = CAShapeLayer()
  private(set) var boxes: [Int: CALayer] = [:]

  init(over previewLayer: AVCaptureVideoPreviewLayer) {
    self.previewLayer = previewLayer
    // Seen from 1000 points away. Without perspective, a turned box would only look narrower.
    faceArea.sublayerTransform.m34 = -1 / 1000
    codeLayer.strokeColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    codeLayer.fillColor = nil
    codeLayer.lineWidth = 3
    for layer in [faceArea, codeLayer] { previewLayer.addSublayer(layer) }
  }

  /// Shows the codes and faces of a frame.
  func show(_ objects: [AVMetadataObject]) {
    CATransaction.begin()
    // An animation would lag behind the faces.
    CATransaction.setDisableActions(true)
    faceArea.frame = previewLayer.bounds
    // Metadata objects are in device coordinates.
    let shown = objects.compactMap { previewLayer.transformedMetadataObject(for: $0) }
    let path = CGMutablePath()
    for case let code as AVMetadataMachineReadableCodeObject in shown {
      path.addLines(between: code.corners)
      path.closeSubpath()
    }
    codeLayer.path = path
    let faces = shown.compactMap { $0 as? AVMetadataFaceObject }
    for id in Set(boxes.keys).subtracting(faces.map(\.faceID)) {
      boxes.removeValue(forKey: id)?.removeFromSuperlayer()
    }
    for face in faces {
      let box = boxes[face.faceID] ?? makeBox()
      boxes[face.faceID] = box
      // The frame of a transformed layer cannot be set.
      box.transform = CATransform3DIdentity
      box.frame = face.bounds
      box.transform = Self.rotation(of: face)
    }
    CATransaction.commit()
  }

  private func makeBox() -> CALayer {
    let box = CALayer()
    box.borderColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    box.borderWidth = 3
    faceArea.addSublayer(box)
    return box
  }

  /// Returns the rotation of a head: the turn to a side, then the tilt.
  private static func rotation(of face: AVMetadataFaceObject) -> CATransform3D {
    let yaw = face.hasYawAngle ? face.yawAngle * .pi / 180 : 0
    let roll = face.hasRollAngle ? face.rollAngle * .pi / 180 : 0
    return CATransform3DConcat(
      CATransform3DMakeRotation(yaw, 0, -1, 0), CATransform3DMakeRotation(roll, 0, 0, 1))
  }
}
