import CommandSupport
import OpenCapturePreview

let layer = PreviewLayer(session: CaptureSession())
layer.bounds = Rect(x: 0, y: 0, width: 640, height: 480)
let middle = layer.layerPointConverted(fromCaptureDevicePoint: Point(x: 0.5, y: 0.5))
report("\(middle.x), \(middle.y); \(DisplayDriver.allCases.map(\.rawValue))")
