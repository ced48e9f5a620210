import CommandSupport
import OpenCapturePreview

let layer = PreviewLayer(session: CaptureSession())
layer.viewBounds = Rect(x: 0, y: 0, width: 640, height: 480)
let middle = layer.geometry.layerPointConverted(fromCaptureDevicePoint: Point(x: 0.5, y: 0.5))
report("\(middle.x), \(middle.y); \(DisplayDriver.allCases.map(\.rawValue))")

var picture = try PixelBuffer(format: .bgra, width: 64, height: 64)
try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
let face = FaceObject(faceID: 1, boundingBox: Rect(x: 16, y: 16, width: 32, height: 32))
let identity = PictureTransform(from: .unit, to: .unit)
try Overlay().draw([face], on: &picture, through: identity)
let isDrawn = picture.withUnsafePlane(0) { $0.contains { $0 != 0 } }
report(isDrawn ? "drawn" : "nothing drawn")
