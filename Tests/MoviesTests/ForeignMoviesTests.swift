import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

/// Movies as other programs write them.
@Suite(
  "Movies of other programs",
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "there is no ffmpeg"))
struct ForeignMoviesTests {
  /// Makes a movie that beeps each second, then gives it to FFmpeg with options.
  private func make(_ name: String, seconds: Int = 3, _ options: String, in folder: TemporaryFolder) throws
    -> String
  {
    let source = folder.path("source.mkv")
    if !FileManager.default.fileExists(atPath: source) {
      try Clapper.write(source, seconds: seconds, options: AudioWritingOptions(codec: .linearPCM))
    }
    let path = folder.path(name)
    try ffmpeg("-i \(source) \(options) -y \(path)")
    return path
  }

  private func ffmpeg(_ arguments: String) throws {
    let outcome = try Command(at: "/usr/bin/ffmpeg").run(
      ["-v", "error"] + arguments.split(separator: " ").map(String.init))
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    "Sound is copied in the form that the other container takes, or encoded anew",
    arguments: [
      ("a.ts", "-c:v copy -c:a aac", "mp4"), ("a.ts", "-c:v copy -c:a aac", "mov"),
      ("a.ts", "-c:v copy -c:a aac", "mkv"), ("a.ts", "-c:v copy -c:a aac -mpegts_flags latm", "mp4"),
      ("a.mkv", "-c:v copy -c:a flac", "mp4"), ("a.mkv", "-c:v copy -c:a flac", "mov"),
      ("a.mkv", "-c:v copy -c:a libopus", "mov"), ("a.mkv", "-c:v copy -c:a libopus", "avi"),
      ("a.mkv", "-c:v copy -c:a libvorbis", "mov"), ("a.ts", "-c:v copy -c:a mp2", "mov"),
      ("a.avi", "-c:v mpeg4 -c:a adpcm_ms", "mp4"), ("a.mov", "-c:v copy -c:a adpcm_ima_qt", "mp4"),
      ("a.ts", "-c:v copy -c:a dca -ac 2 -strict -2", "mp4"), ("a.mkv", "-c:v copy -c:a truehd -strict -2", "mp4"),
      ("a.m2ts", "-c:v copy -c:a pcm_bluray -ar 48000 -mpegts_m2ts_mode 1", "mp4"),
    ])
  func sound(_ name: String, _ options: String, _ ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = try make(name, options, in: folder)
      let other = folder.path("other.\(ending)")
      let settings = try Clapper.copy(path, to: other)
      #expect(settings.audioCodec != nil)
      let heard = try Clapper.beeps(of: MovieReader(contentsOf: other))
      try #require(heard.count == 3)
      // Encoders put some sound before the first, of which transport streams don't tell.
      for (index, time) in heard.enumerated() { #expect(abs(time - Double(index)) < 0.06, "\(heard)") }
    }
  }

  @Test("Sound in a codec that is not read is told, and the pictures go on")
  func unreadSound() throws {
    try TemporaryFolder.with { folder in
      let movie = try MovieReader(contentsOf: make("a.mkv", "-c:v copy -c:a pcm_f64le", in: folder))
      let first = try #require(try movie.nextSample())
      let writer = try MovieWriter(folder.path("b.mp4"), for: first, sound: .copied(of: movie))
      try writer.append(first)
      try writer.finish()
      #expect(writer.soundDamage?.code == .unsupportedCodec)
      #expect(writer.soundDamage?.reason == "sound in this codec is not read (pcm_f64le), and is left out")
      #expect(writer.soundDamage?.remedy?.contains("-c:a aac") == true)
    }
  }

  @Test("Times of a transport stream are told from its beginning")
  func transportStream() throws {
    try TemporaryFolder.with { folder in
      let movie = try MovieReader(contentsOf: make("a.ts", "-c:v copy -an -output_ts_offset 5000", in: folder))
      #expect(movie.info.startTime.seconds == 0)
      #expect(try movie.nextSample()?.presentationTimeStamp.seconds == 0)
      try movie.seek(to: MediaTime(value: 2, timescale: 1))
      #expect(try movie.nextSample()?.presentationTimeStamp.seconds == 2)
    }
  }

  @Test(
    "Transport streams that are joined go on where the first one ends, pictures and sound together",
    arguments: ["", " -output_ts_offset 90000"])
  func joined(_ options: String) throws {
    try TemporaryFolder.with { folder in
      let one = try make("a.ts", seconds: 2, "-c:v copy -c:a mp2", in: folder)
      let two = try make("b.ts", seconds: 2, "-c:v copy -c:a mp2" + options, in: folder)
      let joined = folder.path("joined.ts")
      let bytes = try [one, two, one].map { try Data(contentsOf: URL(filePath: $0)) }
      try bytes.reduce(Data(), +).write(to: URL(filePath: joined))
      let movie = try MovieReader(contentsOf: joined)
      var times: [Double] = []
      // Counters in the packets don't fit together, which is damage.
      do { while let sample = try movie.nextSample() { times.append(sample.presentationTimeStamp.seconds) } } catch
      {}
      try #require(times.count == 150)
      for (index, time) in times.enumerated() { #expect(abs(time - times[0] - 0.04 * Double(index)) < 0.15) }
      for (time, next) in zip(times, times.dropFirst()) { #expect(next > time) }
      let sound = try #require(try MovieReader(contentsOf: joined).audioReader())
      let heard = try Clapper.beeps(sound).map { $0 - times[0] }
      try #require(heard.count == 6)
      for (index, time) in heard.enumerated() { #expect(abs(time - Double(index)) < 0.15, "\(heard)") }
      // Going back starts anew.
      try movie.seek(to: MediaTime(value: 3, timescale: 1))
      let sample = try #require(try movie.nextSample())
      #expect(abs(sample.presentationTimeStamp.seconds - 3) < 0.1)
    }
  }

  @Test("An encrypted movie is not called damaged")
  func encrypted() throws {
    try TemporaryFolder.with { folder in
      let key = String(repeating: "7a", count: 16)
      let options =
        "-c:v copy -c:a aac -encryption_scheme cenc-aes-ctr -encryption_key \(key) -encryption_kid \(key)"
      let movie = try MovieReader(contentsOf: make("a.mp4", options, in: folder))
      let error = #expect(throws: MovieError.self) { try movie.nextSample() }
      #expect(error?.code == .encrypted && error?.remedy != nil)
    }
  }

  @Test("A file to which nothing was written does not stay behind; one that was there does")
  func emptyOutput() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mp4")
      _ = try Clapper.writer(path)
      #expect(!FileManager.default.fileExists(atPath: path))
      try Data("old".utf8).write(to: URL(filePath: path))
      _ = try MovieWriter(path, for: Clapper.frame(0), options: MovieWritingOptions(replacesExistingFile: true))
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }
}
