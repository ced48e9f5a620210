import CommandSupport
import OpenCaptureProcessing

var pipeline = FramePipeline([Rotate(.right)])
var frame = Frame(SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 4, height: 2)))
pipeline.process(&frame)
report("\(frame.sampleBuffer.format.videoDimensions), \(pipeline.statistics.map(\.frameCount))")
