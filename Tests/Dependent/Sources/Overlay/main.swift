import CommandSupport
import OpenCaptureOverlay

var picture = try PixelBuffer(format: .bgra, width: 64, height: 64)
try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
let face = FaceObject(faceID: 1, bounds: Rect(x: 16, y: 16, width: 32, height: 32))
let identity = PictureTransform(from: .unit, to: .unit)
try Overlay().draw([face], on: &picture, through: identity)
let isDrawn = picture.withUnsafePlane(0) { $0.contains { $0 != 0 } }
report(isDrawn ? "drawn" : "nothing drawn")
