// swift-format-ignore-file
// Written in the style of Apple's documentation.

import CoreImage
import Foundation
import Vision

final class FaceFinder {
  private let sequenceHandler = VNSequenceRequestHandler()

  func detect(_ personciImage: CIImage) {
    let accuracy = [CIDetectorAccuracy: CIDetectorAccuracyHigh]
    let faceDetector = CIDetector(ofType: CIDetectorTypeFace, context: nil, options: accuracy)
    let faces = faceDetector?.features(
      in: personciImage, options: [CIDetectorSmile: true, CIDetectorImageOrientation: 1])

    let ciImageSize = personciImage.extent.size
    var transform = CGAffineTransform(scaleX: 1, y: -1)
    transform = transform.translatedBy(x: 0, y: -ciImageSize.height)

    for face in faces as! [CIFaceFeature] {
      let faceViewBounds = face.bounds.applying(transform)
      print("face", faceViewBounds.minY > 0, face.hasSmile)
      if face.hasLeftEyePosition { print("Left eye bounds are \(face.leftEyePosition)") }
    }
  }

  func track(_ pixelBuffer: CVPixelBuffer) throws {
    let detectFaceRequest = VNDetectFaceRectanglesRequest(completionHandler: detectedFace)
    try sequenceHandler.perform([detectFaceRequest], on: pixelBuffer, orientation: .leftMirrored)
  }

  private func detectedFace(request: VNRequest, error: Error?) {
    guard let results = request.results as? [VNFaceObservation], let result = results.first else {
      print("no faces")
      return
    }
    print("face at \(result.boundingBox), roll \(result.roll?.doubleValue ?? 0)")
  }
}
