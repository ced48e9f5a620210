import OpenCapture

/// Returns the bounds of the faces in a picture, in pixels of the upright picture, and the roll angles in degrees.
func faces(in path: String) throws -> [(bounds: Rect, roll: Double?)] {
  let sample = try EncodedPicture(contentsOf: path).sampleBuffer()
  let pixels = PictureTransform.uprightPixels(
    of: sample.format.videoDimensions, orientation: sample.orientation)
  return try FaceDetector().detect(sample).map { face in
    let face = face.transformed(by: pixels)
    return (face.boundingBox, face.roll)
  }
}

/// Returns the time of each face's first appearance in a movie, in seconds, by face ID.
func firstAppearances(in movie: String) async throws -> [Int: Double] {
  var tracker = try FaceTracker()
  var times: [Int: Double] = [:]
  for try await sample in try MovieReader(contentsOf: movie).samples {
    for face in try tracker.track(sample) where times[face.faceID] == nil {
      times[face.faceID] = face.time.seconds
    }
  }
  return times
}

/// Returns the faces in a picture with the positions of eyes, nose and mouth, found by a network.
func facesWithLandmarks(in path: String, model: String) throws -> [FaceObject] {
  let sample = try EncodedPicture(contentsOf: path).sampleBuffer()
  return try FaceDetector(engine: YuNetEngine(contentsOf: model)).detect(sample)
}
