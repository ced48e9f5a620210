import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// Movies with regular beeps.
extension Clapper {
  static func frame(_ index: Int, rate: Int32 = 25) throws -> SampleBuffer {
    try MovingPicture(TestMovie.size).sample(index, at: MediaTime(value: Int64(index), timescale: rate), as: .bgra)
  }

  static func writer(_ path: String, options: AudioWritingOptions = AudioWritingOptions()) throws -> MovieWriter {
    try MovieWriter(path, for: frame(0), sound: MovieAudio(format(), options: options))
  }

  /// Writes a movie of a duration in seconds, alternating audio and video.
  @discardableResult
  static func write(
    _ path: String, seconds: Int, options: AudioWritingOptions = AudioWritingOptions()
  ) throws -> MovieWriter.Settings {
    let writer = try writer(path, options: options)
    for second in 0..<seconds {
      try writer.append(sound(1, from: second))
      for index in 0..<25 { try writer.append(frame(second * 25 + index)) }
    }
    try writer.finish()
    return writer.settings
  }

  /// Copies the video and audio of a movie from a time on.
  @discardableResult
  static func copy(_ path: String, to other: String, from start: MediaTime = .zero) throws -> MovieWriter.Settings {
    let movie = try MovieReader(contentsOf: path)
    try movie.seek(to: start)
    var writer: MovieWriter?
    while let sample = try movie.nextSample() {
      let open = try writer ?? MovieWriter(other, for: sample, sound: .copied(of: movie, from: start))
      if writer == nil { open.startSession(atSourceTime: start) }
      try open.append(sample)
      writer = open
    }
    try writer?.finish()
    guard let settings = writer?.settings else { throw CocoaError(.fileReadUnknown) }
    return settings
  }

  /// Returns the start times of beeps in seconds, and the number of frames.
  static func listen(_ reader: AudioReader) throws -> BeepDetector {
    var listener = BeepDetector()
    while let sample = try reader.nextSample() { listener.listen(to: sample) }
    return listener
  }

  static func beeps(_ reader: AudioReader) throws -> [Double] { try listen(reader).beeps }

  /// Returns the start times of beeps in seconds after the first video frame, because containers can shift both tracks.
  static func beeps(of movie: MovieReader) throws -> [Double] {
    guard let sound = try movie.audioReader(), let first = try movie.nextSample() else { return [] }
    return try beeps(sound).map { $0 - first.presentationTimeStamp.seconds }
  }
}
