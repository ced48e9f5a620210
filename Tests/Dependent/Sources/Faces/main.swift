import CommandSupport
import OpenCaptureFaces

var blank = try PixelBuffer(format: .grey, width: 64, height: 64)
try blank.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 128) }
report("\(try FaceDetector().detect(SampleBuffer(pixelBuffer: blank)).count) faces")
