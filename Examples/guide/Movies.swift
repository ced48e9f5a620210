import OpenCapture

/// Copies a movie with mirrored frames; each frame keeps its time.
///
/// - Returns: The number of frames, and the settings of the new movie.
func mirrorMovie(at source: String, to target: String) async throws -> (Int, MovieWriter.Settings?) {
  let reader = try MovieReader(contentsOf: source)
  var pipeline = FramePipeline([Rotate(.upMirrored)])
  var writer: MovieWriter?
  var count = 0
  for try await sample in reader.samples {
    var frame = Frame(sample)
    pipeline.process(&frame)
    // The first frame determines the dimensions of the movie.
    let movie = try writer ?? MovieWriter(target, for: frame.sampleBuffer)
    try movie.append(frame.sampleBuffer)
    writer = movie
    count += 1
  }
  try writer?.finish()
  return (count, writer?.settings)
}

/// Returns the picture of a movie at a time in seconds, at most 320 pixels wide and high.
func still(of movie: String, at seconds: Double) throws -> PixelBuffer {
  var generator = MovieImageGenerator(try MovieReader(contentsOf: movie))
  generator.maximumSize = VideoDimensions(width: 320, height: 320)
  return try generator.image(at: MediaTime(seconds: seconds, preferredTimescale: 600)).pixelBuffer
}
