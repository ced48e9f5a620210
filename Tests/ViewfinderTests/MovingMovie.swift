import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// A movie with a moving object.
enum MovingMovie {
  /// Writes a movie at 30 frames per second.
  static func write(_ path: String, _ size: VideoDimensions, frames: Int) throws {
    let scene = MovingPicture(size)
    let writer = try MovieWriter(path, for: scene.sample(0, at: .zero))
    for frame in 0..<frames {
      try writer.append(scene.sample(frame, at: MediaTime(value: Int64(frame), timescale: 30)))
    }
    try writer.finish()
  }
}
