import CommandSupport
import OpenCaptureCodes

// A build without traits has one engine.
let engines = CodeScanner.defaultEngines.map(\.name)
let codes = try CodeScanner().scan(try PixelBuffer(format: .grey, width: 64, height: 64))
report("\(engines), \(codes.count) codes")

var pipeline = FramePipeline([Rotate(.right)])
var frame = Frame(SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 4, height: 2)))
pipeline.process(&frame)
report("\(frame.sampleBuffer.format.videoDimensions), \(pipeline.statistics.map(\.frameCount))")
