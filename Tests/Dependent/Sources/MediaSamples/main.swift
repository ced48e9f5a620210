import CommandSupport
import OpenCaptureMediaSamples

let sample = SampleBuffer(pixelBuffer: try PixelBuffer(format: .nv12, width: 4, height: 2))
do {
  _ = try PixelBuffer(format: .nv12, width: 0, height: 2)
} catch {
  report("\(try sample.luma().dimensions) of luma; \(error.code)")
}
