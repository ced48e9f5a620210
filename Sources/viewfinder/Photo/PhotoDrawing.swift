import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// What a photo becomes with processors: their finds are drawn into it.
enum PhotoDrawing {
  /// The file of a photo; what processors fail with is said, and the photo written all the same.
  static func file(
    _ photo: CapturePhoto, _ options: PhotoCommand, _ console: Console, _ source: InputPath
  ) throws -> DataBuffer? {
    guard let with = options.output.with, let picture = photo.pixelBuffer else {
      return photo.fileDataRepresentation()
    }
    let failures = Locked<[String]>([])
    var pipeline = FramePipeline(try ProcessorRegistry.standardForPictures.makeAll(with)) { failure in
      failures.withLock { $0.append("\(failure)") }
    }
    let sample = SampleBuffer(imageBuffer: picture, orientation: photo.metadata.orientation)
    let frames = [pipeline.process(Frame(sample))].compactMap(\.self) + pipeline.finish()
    for failure in failures.withLock({ $0 }) { console.fail(FileFailure(failure, at: source)) }
    guard let frame = frames.first else { return nil }
    let drawn = try FrameRenderer().picture(of: frame)
    var metadata = photo.metadata
    metadata.orientation = .up
    let type = PhotoPlace(argument: options.output.output).fileType ?? .jpg
    guard type == .jpg else { return try PNGEncoder(compressionLevel: 3).encode(drawn, metadata: metadata).data }
    return try JPEGEncoder().encode(drawn).replacingMetadata(metadata).data
  }
}
