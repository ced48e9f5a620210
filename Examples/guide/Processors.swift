import OpenCapture

/// When each face of a movie comes into view, in seconds, by its number, and how many frames were looked at.
///
/// Of a file, what comes is known: frames wait until it is sure what is a face, which then counts from where it was
/// first seen.
func entrances(in movie: String) async throws -> (times: [Int: Double], frameCount: Int) {
  var pipeline = FramePipeline([try FaceTracker(), Turn.mirror], hindsight: 24) { failure in print(failure) }
  var times: [Int: Double] = [:]
  func note(_ frame: Frame) {
    for case let face as FaceObject in frame.metadataObjects where times[face.faceID] == nil {
      times[face.faceID] = face.time.seconds
    }
  }
  for try await sample in try MovieReader(contentsOf: movie).samples {
    if let frame = pipeline.process(Frame(sample)) { note(frame) }
  }
  for frame in pipeline.finish() { note(frame) }
  return (times, pipeline.statistics.first?.frameCount ?? 0)
}
