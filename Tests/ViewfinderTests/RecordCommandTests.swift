import Fixtures
import Foundation
import OpenCapture
import Testing

@Suite("viewfinder record") struct RecordCommandTests {
  private let command = Command(built: "viewfinder")
  private let camera = ["record", "--camera", "synthetic", "--preset", "low"]

  private func movie(_ name: String, in folder: TemporaryFolder) throws -> (frames: Int, hasAudio: Bool) {
    let movie = try MovieReader(contentsOf: folder.path(name))
    var count = 0
    while try movie.nextSample() != nil { count += 1 }
    return (count, movie.info.hasAudio)
  }

  @Test("A camera and a microphone are recorded to a movie")
  func recorded() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(camera + ["--duration", "1", "-o", "a.mp4"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.hasPrefix("a.mp4: 1.0 s, 320×240, with sound"), "\(outcome.errors)")
      let (frames, hasAudio) = try movie("a.mp4", in: folder)
      #expect(hasAudio && frames > 0)
    }
  }

  @Test(
    "With a sound file's name, only the microphone is recorded, and no camera is opened",
    arguments: [("a.m4a", "aac"), ("a.wav", "pcm_s16le"), ("a.flac", "flac"), ("a.opus", "opus")])
  func sound(name: String, codec: String) throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(
        ["record", "--camera", "none", "--microphone", "synthetic", "--duration", "1", "-v", "-o", name],
        in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("\(name): 1.0 s, \(codec), 48000 Hz, 2 channels, "), "\(outcome.errors)")
      #expect(outcome.errors.contains("Synthetic Microphone") && !outcome.errors.contains("×"), "\(outcome.errors)")
      let reader = try AudioReader(contentsOf: folder.path(name))
      var count = 0
      while let sample = try reader.nextSample() { count += sample.numSamples }
      #expect((48_000...49_500).contains(count), "\(count)")
    }
  }

  @Test("--split divides a sound recording without losing a sample")
  func splitSound() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(
        ["record", "--microphone", "synthetic", "--duration", "0.8", "--split", "0.5", "-o", "a.wav"],
        in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      #expect(names == ["a-001.wav", "a-002.wav"], "\(names)")
    }
  }

  @Test("Without a microphone, the movie is silent; --rotate sets its orientation")
  func silent() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(
        camera + ["--microphone", "none", "--duration", "0.5", "--rotate", "90", "-v", "-o", "a.mov"],
        in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains(/encoded by \w+/), "\(outcome.errors)")
      #expect(outcome.errors.contains("240×320, silent"), "\(outcome.errors)")
      #expect(try MovieReader(contentsOf: folder.path("a.mov")).info.orientation == .right)
    }
  }

  @Test("With --with, detections are drawn into the movie, which has sound and rotated pixels")
  func drawn() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(
        camera + ["--with", "codes", "--duration", "2", "--rotate", "90", "-o", "a.mp4"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("240×320, with sound"), "\(outcome.errors)")
      let reader = try MovieReader(contentsOf: folder.path("a.mp4"))
      #expect(reader.info.orientation == .up)
      // A code's outline is greener than the camera's scene.
      var isOutlined = false
      while let sample = try reader.nextSample(), !isOutlined {
        let picture = try sample.image(as: .bgra)
        isOutlined = picture.withUnsafePlane(0) { bytes in
          stride(from: 0, to: bytes.count - 3, by: 4).contains {
            Int(bytes[$0 + 1]) > Int(bytes[$0]) + 60 && Int(bytes[$0 + 1]) > Int(bytes[$0 + 2]) + 60
          }
        }
      }
      #expect(isOutlined)
    }
  }

  @Test("--codec copy fails with a reason if the camera does not encode video")
  func copied() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(camera + ["--codec", "copy", "-o", "a.mov"], in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains("no encoded format"), "\(outcome.errors)")
      #expect(folder.contents.isEmpty)
    }
  }

  @Test("--split divides a movie without losing a frame")
  func split() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(
        camera + ["--duration", "0.8", "--split", "0.5", "--max-size", "10M", "-o", "a.mkv"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      #expect(names == ["a-001.mkv", "a-002.mkv"], "\(names)")
    }
  }

  @Test("An existing file is replaced only with --force")
  func taken() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.mp4", Array("mine".utf8))
      let refused = try command.run(camera + ["--duration", "0.2", "-o", "a.mp4"], in: folder.url)
      #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
      #expect(try Data(contentsOf: folder.url.appending(path: "a.mp4")) == Data("mine".utf8))
      let replaced = try command.run(camera + ["--force", "--duration", "0.2", "-o", "a.mp4"], in: folder.url)
      #expect(replaced.status == 0, "\(replaced.errors)")
      #expect(try movie("a.mp4", in: folder).frames > 0)
    }
  }

  @Test("An interrupted recording is complete")
  func interrupted() throws {
    try TemporaryFolder.with { folder in
      let outcome = try Command(at: "/bin/sh").run(
        [
          "-c",
          """
          "$0" record --camera synthetic --preset low -o a.mp4 & pid=$!
          until [ -e a.mp4 ]; do sleep 0.05; done; sleep 0.5; kill -TERM $pid; wait $pid
          """, command.executable.path,
        ], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let (frames, hasAudio) = try movie("a.mp4", in: folder)
      #expect(frames > 0 && hasAudio)
    }
  }

  @Test(
    "Invalid and conflicting options are wrong usage",
    arguments: [
      ["-o", "a.txt"], ["-o", "a.mp4", "--split", "0"], ["-o", "a.mp4", "--max-size", "x"],
      ["-o", "a.mp4", "--camera", "none"], ["-o", "a.wav", "--camera", "synthetic"],
      ["-o", "a.wav", "--fps", "30"],
      ["-o", "a.wav", "--microphone", "none"], ["-o", "a.m4a", "--mirror"], ["-o", "a.m4a", "--zoom", "2"],
      ["-o", "a.mp4", "--bit-rate", "1"], ["-o", "a.mp4", "--fps", "0"], ["-o", "a.mp4", "-q", "-v"],
      ["-o", "a.mp4", "--with", "nothing-known"], ["-o", "a.mp4", "--with", "codes", "--codec", "copy"],
      ["-o", "a.mp4", "--bit-rate", "4M", "--codec", "copy"],
    ])
  func usage(arguments: [String]) throws {
    let outcome = try command.run(["record"] + arguments)
    #expect(outcome.status == 2, "\(outcome.errors)")
  }

  @Test("The nearest size and frame rate are used and reported")
  func nearestFormat() throws {
    try TemporaryFolder.with { folder in
      let request = ["--size", "650x480", "--fps", "24", "--duration", "0.5", "-o", "a.mp4"]
      let outcome = try command.run(camera + request, in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("no 650×480, using 640×480; no 24 fps, using 30"), "\(outcome.errors)")
      #expect(try MovieReader(contentsOf: folder.path("a.mp4")).info.dimensions.width == 640)
    }
  }

  @Test("A format that the camera lacks is reported with the available ones")
  func unknownFormat() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(camera + ["--format", "h264", "-o", "a.mp4"], in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains("no format h264"), "\(outcome.errors)")
      #expect(outcome.errors.contains("use one of: YUYV"), "\(outcome.errors)")
    }
  }

  @Test("A recording without a name is named by date and time")
  func usualName() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(camera + ["--duration", "0.5"], in: folder.url)
      let name = try #require(folder.contents.first)
      #expect(outcome.status == 0 && name.wholeMatch(of: /recording-\d{8}-\d{6}\.mp4/) != nil, "\(folder.contents)")
    }
  }

  @Test("A missing microphone is reported with the available ones")
  func unknownMicrophone() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(camera + ["--microphone", "nobody", "-o", "a.mp4"], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("nobody") && outcome.errors.contains("synthetic"), "\(outcome.errors)")
    }
  }
}
