import OpenCapture

/// Copies the frames of a movie, turned over left to right; each keeps its time.
///
/// - Returns: How many there were, and what the new movie became.
func mirrorMovie(at source: String, to target: String) async throws -> (Int, MovieWriter.Settings?) {
  let reader = try MovieReader(contentsOf: source)
  var pipeline = FramePipeline([Turn(.upMirrored)])
  var writer: MovieWriter?
  var count = 0
  for try await sample in reader.samples {
    var frame = Frame(sample)
    pipeline.process(&frame)
    // The first frame says how large the movie is.
    let movie = try writer ?? MovieWriter(target, for: frame.sampleBuffer)
    try movie.append(frame.sampleBuffer)
    writer = movie
    count += 1
  }
  try writer?.finish()
  return (count, writer?.settings)
}

/// The picture that a movie shows at a time, no wider or higher than 320 pixels.
func still(of movie: String, at seconds: Double) throws -> PixelBuffer {
  var generator = MovieImageGenerator(try MovieReader(contentsOf: movie))
  generator.maximumSize = VideoDimensions(width: 320, height: 320)
  return try generator.image(at: MediaTime(seconds: seconds, preferredTimescale: 600)).pixelBuffer
}
