import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// What there is to see and hear in a movie, read to its end.
struct PlayedMovie {
  /// When each picture is shown, in seconds.
  private(set) var times: [Double] = []
  private(set) var claps = Claps()
  /// How long the sound is, in seconds.
  private(set) var soundSeconds = 0.0
  /// When the last sound was that isn't silence, in seconds.
  private(set) var lastSound = 0.0

  /// - Throws: `MovieError` where anything of the movie can't be read.
  init(_ path: String) throws {
    let movie = try MovieReader(contentsOf: path)
    var wasLit = false
    while let sample = try movie.nextSample() {
      let (time, isLit) = (sample.presentationTimeStamp.seconds, try Self.isLit(sample))
      times.append(time)
      if isLit, !wasLit { claps.flashes.append(time) }
      wasLit = isLit
    }
    guard let sound = try movie.audioReader() else { return }
    var listener = BeepListener()
    while let sample = try sound.nextSample() {
      listener.listen(to: sample)
      soundSeconds = (sample.presentationTimeStamp + sample.duration).seconds
      if sample.audioBuffer.map(Self.isLoud) ?? false { lastSound = soundSeconds }
    }
    claps.beeps = listener.beeps
  }

  /// How long it is, in seconds, but for the last picture.
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

/// `ffprobe` has nothing to complain of in a file.
func expectNoComplaint(about path: String) throws {
  let words = "/tmp/ffprobe.out"
  try shell("ffprobe -v warning '\(path)' > \(words) 2>&1 || echo it failed >> \(words)")
  try expect(read(words).isEmpty, "ffprobe says of \(path): \(read(words))")
}
