import CommandSupport
import QuartzCore

let layer = CALayer()
layer.frame = CGRect(x: 0, y: 0, width: 4, height: 2)
layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
var pixelBuffer: CVPixelBuffer?
CVPixelBufferCreate(kCFAllocatorDefault, 4, 2, kCVPixelFormatType_32BGRA, nil, &pixelBuffer)
if var picture = pixelBuffer {
  try layer.viewDrawing().draw(on: &picture)
  report("red \(picture.withUnsafePlane(0) { $0[2] })")
}
