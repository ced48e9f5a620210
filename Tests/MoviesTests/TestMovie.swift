import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// Factory of movies for tests.
enum TestMovie {
  static let size = VideoDimensions(width: 96, height: 64)

  /// Irregular frame times in ticks of 1/90,000 s.
  static let irregularTimes: [MediaTime] = {
    var ticks = Int64(0)
    var random = SeededGenerator(seed: 7)
    return (0..<75).map { _ in
      defer { ticks += Int64.random(in: 700...9_000, using: &random) }
      return MediaTime(value: ticks, timescale: 90_000)
    }
  }()

  static func steadyTimes(_ count: Int, rate: Int32 = 30) -> [MediaTime] {
    (0..<count).map { MediaTime(value: Int64($0), timescale: rate) }
  }

  /// Writes a movie with a frame at each of the times.
  @discardableResult
  static func write(
    _ path: String, times: [MediaTime], dimensions: VideoDimensions = size, orientation: ImageOrientation = .up,
    format: PixelFormat = .bgra, options: MovieWritingOptions = MovieWritingOptions()
  ) throws -> MovieWriter.Settings {
    let scene = MovingPicture(dimensions)
    var options = options
    if options.timescale == nil { options.timescale = times.first?.timescale }
    let writer = try MovieWriter(
      contentsOfPath: Array(path.utf8), dimensions: dimensions, orientation: orientation, options: options)
    for (index, time) in times.enumerated() {
      try writer.append(scene.sample(index, at: time, as: format, orientation: orientation))
    }
    try writer.finish()
    return writer.settings
  }

  /// Returns the bytes of a movie.
  static func bytes(
    _ fileExtension: String = "mp4", times: [MediaTime] = steadyTimes(40),
    options: MovieWritingOptions = MovieWritingOptions()
  ) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      try write(path, times: times, options: options)
      return try contents(path)
    }
  }

  /// Starts a process that writes a movie until it is killed.
  ///
  /// - Returns: The process, and a file handle that receives one byte per written frame.
  static func startWriting(_ path: String) throws -> (process: Process, frames: FileHandle) {
    let process = Process()
    let frames = Pipe()
    process.executableURL = Command(built: "movie-process").executable
    process.arguments = ["write", path]
    process.standardOutput = frames
    try process.run()
    return (process, frames.fileHandleForReading)
  }

  static func contents(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

  /// Returns all frames of a movie, and the error that ended it.
  static func read(_ reader: MovieReader) -> (samples: [SampleBuffer], error: MovieError?) {
    var samples: [SampleBuffer] = []
    do throws(MovieError) {
      while let sample = try reader.nextSample() { samples.append(sample) }
      return (samples, nil)
    } catch {
      return (samples, error)
    }
  }

  static func reader(
    _ bytes: [UInt8], name: String = "movie", options: MovieReadingOptions = MovieReadingOptions()
  ) throws -> MovieReader {
    try MovieReader(DataBuffer(copying: bytes.span.bytes), name: name, options: options)
  }
}
