import Fixtures
import Foundation
import OpenCapture
import Testing

@Suite("Sound of movies that viewfinder writes") struct MovieSoundTests {
  private let command = Command(built: "viewfinder")

  /// Writes a movie of three seconds, 16×16, whose video can begin later than its sound.
  private func makeMovie(_ path: String, picturesFrom start: Int64 = 0) throws {
    let scene = MovingPicture(VideoDimensions(width: 16, height: 16))
    let times = (start * 10..<30).map { MediaTime(value: $0, timescale: 10) }
    let writer = try MovieWriter(path, for: scene.sample(0, at: times[0]), sound: MovieAudio(Clapper.format()))
    try writer.append(Clapper.sound(3))
    for (index, time) in times.enumerated() { try writer.append(scene.sample(index, at: time)) }
    try writer.finish()
  }

  @Test(
    "The original sound is kept", arguments: [("mov", "unchanged"), ("mp4", "unchanged"), ("webm", "by libopus")])
  func kept(ending: String, how: String) throws {
    try TemporaryFolder.with { folder in
      try makeMovie(folder.path("in.mp4"))
      let outcome = try command.run(
        ["--verbose", "--with", "grayscale", "in.mp4", "-o", "out.\(ending)"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains(how), "\(outcome.errors)")
      var listener = BeepDetector()
      let movie = try MovieReader(contentsOf: folder.path("out.\(ending)"))
      let sound = try #require(try movie.audioReader())
      while let sample = try sound.nextSample() { listener.listen(to: sample) }
      let first = try #require(try movie.nextSample()).presentationTimeStamp.seconds
      #expect(listener.beeps.count == 3)
      for (index, time) in listener.beeps.enumerated() {
        #expect(abs(time - first - Double(index)) < 0.003, "\(listener.beeps)")
      }
    }
  }

  @Test(
    "Sound before the first frame is kept",
    arguments: [("mov", "mov"), ("mkv", "mp4"), ("mp4", "mkv"), ("mp4", "webm")])
  func latePicture(_ ending: String, _ otherEnding: String) throws {
    try TemporaryFolder.with { folder in
      try makeMovie(folder.path("in.\(ending)"), picturesFrom: 1)
      let arguments = ["--with", "none", "in.\(ending)", "-o", "out.\(otherEnding)"]
      let outcome = try command.run(arguments, in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      var listener = BeepDetector()
      let movie = try MovieReader(contentsOf: folder.path("out.\(otherEnding)"))
      let sound = try #require(try movie.audioReader())
      while let sample = try sound.nextSample() { listener.listen(to: sample) }
      let first = try #require(try movie.nextSample()).presentationTimeStamp.seconds
      try #require(listener.beeps.count == 3)
      for (index, time) in listener.beeps.enumerated() {
        #expect(abs(first - time - 1 + Double(index)) < 0.01, "\(first) \(listener.beeps)")
      }
    }
  }

  @Test(
    "Sound in an unsupported codec is a warning",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is missing"))
  func unread() throws {
    try TemporaryFolder.with { folder in
      try makeMovie(folder.path("in.mkv"))
      let options = "-v error -i \(folder.path("in.mkv")) -c:v copy -c:a g723_1 -ar 8000 -ac 1 -b:a 6300"
      let foreign = try Command(at: "/usr/bin/ffmpeg").run(
        options.split(separator: " ").map(String.init) + [folder.path("foreign.mkv")])
      try #require(foreign.status == 0, "\(foreign.errors)")
      let outcome = try command.run(["--with", "none", "foreign.mkv", "-o", "out.mp4"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("the audio codec g723_1 is not supported; audio was skipped"))
      let movie = try MovieReader(contentsOf: folder.path("out.mp4"))
      #expect(!movie.info.hasAudio)
      #expect(try movie.nextSample() != nil)
    }
  }

  @Test("A movie with a variable frame rate is written to AVI with at most one frame per tick")
  func variableRate() throws {
    try TemporaryFolder.with { folder in
      let scene = MovingPicture(VideoDimensions(width: 16, height: 16))
      let times = [0, 100, 200, 204, 208, 300, 400].map { MediaTime(value: $0, timescale: 1_000) }
      let writer = try MovieWriter(folder.path("in.mkv"), for: scene.sample(0, at: times[0]))
      for (index, time) in times.enumerated() { try writer.append(scene.sample(index, at: time)) }
      try writer.finish()
      let outcome = try command.run(["--with", "none", "in.mkv", "-o", "out.avi"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let movie = try MovieReader(contentsOf: folder.path("out.avi"))
      var count = 0
      while try movie.nextSample() != nil { count += 1 }
      #expect((5...7).contains(count))
    }
  }

  @Test("Truncated sound is reported, and the frames are written")
  func broken() throws {
    try TemporaryFolder.with { folder in
      try makeMovie(folder.path("in.mkv"))
      let bytes = try [UInt8](Data(contentsOf: folder.url.appending(path: "in.mkv")))
      folder.file("cut.mkv", Array(bytes.prefix(bytes.count * 2 / 3)))
      let outcome = try command.run(["--with", "grayscale", "cut.mkv", "-o", "out.mp4"], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("ends early"))
      let movie = try MovieReader(contentsOf: folder.path("out.mp4"))
      #expect(movie.info.hasAudio)
      #expect(try movie.nextSample() != nil)
    }
  }
}
