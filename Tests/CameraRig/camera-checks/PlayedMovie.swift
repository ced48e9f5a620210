import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// The content of a movie, which is read to its end.
struct PlayedMovie {
  /// The times of the frames, in seconds.
  private(set) var times: [Double] = []
  private(set) var claps = ClapTimes()
  /// The duration of the sound, in seconds.
  private(set) var soundSeconds = 0.0
  /// The time of the last sound that is not silence, in seconds.
  private(set) var lastSound = 0.0

  /// Reads a movie.
  ///
  /// - Throws: `MovieError` if a part of the movie cannot be read.
  init(_ path: String) throws {
    let movie = try MovieReader(contentsOf: path)
    var wasLit = false
    while let sample = try movie.nextSample() {
      let time = sample.presentationTimeStamp.seconds
      let isLit = try Self.isLit(sample)
      times.append(time)
      if isLit, !wasLit { claps.flashes.append(time) }
      wasLit = isLit
    }
    guard let sound = try movie.audioReader() else { return }
    var listener = BeepDetector()
    while let sample = try sound.nextSample() {
      listener.listen(to: sample)
      soundSeconds = (sample.presentationTimeStamp + sample.duration).seconds
      if sample.audioBuffer.map(Self.isLoud) ?? false { lastSound = soundSeconds }
    }
    claps.beeps = listener.beeps
  }

  /// The duration in seconds, without that of the last frame.
  var seconds: Double { max(times.last ?? 0, soundSeconds) }

  private static func isLit(_ sample: SampleBuffer) throws -> Bool {
    let picture = try sample.image(as: .grey)
    return picture.withUnsafePlane(0) { bytes in
      let row = picture.height / 16 * picture.planes[0].bytesPerRow
      return bytes[row + picture.width / 16] > 128
    }
  }

  private static func isLoud(_ buffer: AudioBuffer) -> Bool {
    buffer.loudness(ofChannel: 0, 0..<buffer.frameCount).peak > 0.01
  }
}

/// Expects `ffprobe` to report no warnings about a file.
func expectNoComplaint(about path: String) throws {
  let words = "/tmp/ffprobe.out"
  try shell("ffprobe -v warning '\(path)' > \(words) 2>&1 || echo it failed >> \(words)")
  try expect(read(words).isEmpty, "ffprobe reports about \(path): \(read(words))")
}
