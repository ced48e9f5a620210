import OpenCapture

/// Returns the time of each face's first appearance in a movie, in seconds, by face ID, and the number of frames.
///
/// The pipeline holds frames back until a face is confirmed. The face is then reported from its first frame.
func appearances(in movie: String) async throws -> (times: [Int: Double], frameCount: Int) {
  var pipeline = FramePipeline([try FaceTracker(), Rotate.mirror], hindsight: 24) { failure in print(failure) }
  var times: [Int: Double] = [:]
  func record(_ frame: Frame) {
    for case let face as FaceObject in frame.metadataObjects where times[face.faceID] == nil {
      times[face.faceID] = face.time.seconds
    }
  }
  for try await sample in try MovieReader(contentsOf: movie).samples {
    if let frame = pipeline.process(Frame(sample)) { record(frame) }
  }
  for frame in pipeline.finish() { record(frame) }
  return (times, pipeline.statistics.first?.frameCount ?? 0)
}
