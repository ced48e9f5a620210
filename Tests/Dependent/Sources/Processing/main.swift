import CommandSupport
import OpenCaptureProcessing

var pipeline = FramePipeline([Rotate(.right)])
var frame = Frame(SampleBuffer(imageBuffer: try PixelBuffer(format: .grey, width: 4, height: 2)))
pipeline.process(&frame)
report("\(frame.sampleBuffer.formatDescription.dimensions), \(pipeline.statistics.map(\.frameCount))")
