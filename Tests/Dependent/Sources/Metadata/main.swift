import CommandSupport
import OpenCaptureMetadata

let upright = PictureTransform.uprightPixels(of: VideoDimensions(width: 40, height: 20), orientation: .right)
let face = FaceObject(faceID: 1, bounds: Rect(x: 0, y: 0, width: 0.5, height: 1))
let bounds = face.transformed(by: upright).bounds
report("a face of \(bounds.width)×\(bounds.height) pixels")
