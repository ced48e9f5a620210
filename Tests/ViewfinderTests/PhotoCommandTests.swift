import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import Testing

@Suite("viewfinder photo")
struct PhotoCommandTests {
  private let command = Command(built: "viewfinder")
  private let camera = ["photo", "--camera", "synthetic", "--preset", "low"]

  @Test("A photo without a name is named by date and time, and the name is printed")
  func usualName() throws {
    try TemporaryFolder.with { folder in
      let first = try command.run(camera, in: folder.url)
      let name = try #require(folder.contents.first)
      #expect(name.wholeMatch(of: /photo-\d{8}-\d{6}\.jpg/) != nil, "\(name)")
      #expect(first.status == 0 && first.text.isEmpty && first.errors == name + "\n")
      let second = try command.run(camera + ["--quiet"], in: folder.url)
      #expect(second.status == 0 && second.errors.isEmpty && folder.contents.count == 2)
      let info = try EncodedPicture(contentsOf: folder.path(name)).info()
      #expect(info.format == .jpeg && info.dimensions == VideoDimensions(width: 320, height: 240))
    }
  }

  @Test("A Live Photo has a movie beside it, and neither file is overwritten")
  func live() throws {
    try TemporaryFolder.with { folder in
      let taken = try command.run(camera + ["--live", "-o", "a.jpg"], in: folder.url)
      #expect(taken.status == 0 && taken.errors == "a.jpg, a.mov\n", "\(taken.errors)")
      let movie = try MovieReader(contentsOf: folder.path("a.mov"))
      #expect(movie.info.hasAudio && movie.info.dimensions == VideoDimensions(width: 320, height: 240))
      folder.file("b.mov", Array("kept".utf8))
      let refused = try command.run(camera + ["--live", "-o", "b.jpg"], in: folder.url)
      #expect(refused.status == 1 && refused.errors.contains("b.mov: the file exists"), "\(refused.errors)")
      for wrong in [["--bracket", "-1,1"], ["-o", "a.dng"], ["--with", "faces"], ["-o", "-"]] {
        #expect(try command.run(camera + ["--live"] + wrong, in: folder.url).status == 2)
      }
      #expect(try command.run(camera + ["--microphone", "none"], in: folder.url).status == 2)
      #expect(folder.contents == ["a.jpg", "a.mov", "b.mov"])
    }
  }

  @Test("An existing file is overwritten only with --force")
  func chosenName() throws {
    try TemporaryFolder.with { folder in
      let kept = Array("kept".utf8)
      let file = folder.file("a.png", kept)
      let refused = try command.run(camera + ["-o", "a.png"], in: folder.url)
      #expect(refused.status == 1)
      #expect(
        refused.errors.contains(
          "a.png: the file exists; choose another name, or overwrite it with --force"))
      #expect(try [UInt8](Data(contentsOf: file)) == kept)
      #expect(try command.run(camera + ["-o", "a.png", "--force", "--rotate", "90"], in: folder.url).status == 0)
      let info = try EncodedPicture(contentsOf: folder.path("a.png")).info()
      #expect(info.format == .png && info.orientation == .right)
    }
  }

  @Test("Several photos are numbered, also in a folder, and show different frames")
  func several() throws {
    try TemporaryFolder.with { folder in
      #expect(try command.run(camera + ["--count", "12", "-o", "a.png"], in: folder.url).status == 0)
      let names = (1...12).map { "a-\($0 < 10 ? "0" : "")\($0).png" }
      #expect(folder.contents == names)
      let files = try Set(names.map { try Data(contentsOf: URL(filePath: folder.path($0))) })
      #expect(files.count == 12)
      let outcome = try command.run(
        camera + ["--count", "2", "--interval", "0.1", "-o", "out/"], in: folder.url)
      let lines = outcome.errors.split(separator: "\n")
      #expect(outcome.status == 0 && lines.count == 2, "\(outcome.errors)")
      for (line, number) in zip(lines, 1...2) {
        #expect(line.wholeMatch(of: /out\/photo-\d{8}-\d{6}-0(\d)\.jpg/)?.output.1 == "\(number)")
      }
    }
  }

  @Test("The photos of a bracket differ in brightness, and controls are set before")
  func bracket() throws {
    try TemporaryFolder.with { folder in
      let arguments = [
        "--bracket", "-2,0,1", "--zoom", "2", "--control", "lamp_mode=2", "-o", "a.jpg", "--verbose",
      ]
      let outcome = try command.run(camera + arguments, in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("-2.0 EV") && outcome.errors.contains("1.0 EV"))
      let names = ["a-01-ev-2.jpg", "a-02-ev+0.jpg", "a-03-ev+1.jpg"]
      #expect(folder.contents == names)
      let light = try names.map { name in
        let picture = try Picture(contentsOf: folder.path(name)).pixelBuffer.luma()
        return picture.withUnsafePlane(0) { bytes in bytes.reduce(0) { $0 + Int($1) } }
      }
      #expect(light[0] < light[1] && light[1] < light[2])
    }
  }

  @Test("Standard output gets a single photo, and nothing else")
  func stream() throws {
    let outcome = try command.run(camera + ["-o", "-", "--flash", "on"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(try EncodedPicture(copying: outcome.output.span.bytes).info().format == .jpeg)
  }

  @Test("With --with, detections are drawn into the photo")
  func processors() throws {
    try TemporaryFolder.with { folder in
      #expect(try command.run(camera + ["-o", "plain.png"], in: folder.url).status == 0)
      #expect(try command.run(camera + ["-o", "found.png", "--with", "codes"], in: folder.url).status == 0)
      let picture = try Picture(contentsOf: folder.path("found.png"))
      #expect(picture.info.dimensions == VideoDimensions(width: 320, height: 240))
      let wrong = try command.run(camera + ["--with", "nothing-like-it"], in: folder.url)
      #expect(wrong.status == 2)
    }
  }

  @Test(
    "Wrong usage gives status 2 and a hint",
    arguments: [
      (["-o", "a.gif"], "Unknown output format: a.gif"), (["--count", "0"], "--count must be between 1"),
      (["--interval", "1"], "Set their number with --count"), (["--bracket", "0,x"], "is not an exposure bracket"),
      (["--bracket", "0,1", "--flash", "on"], "cannot be combined"),
      (["--exposure", "fast"], "--exposure must be a time"),
      (["--exposure", "auto", "--iso", "100"], "cannot be combined"),
      (["--control", "gain"], "must be a name and a whole number"),
      (["--zoom", "0.5"], "--zoom must be a factor of at least 1"),
      (["-o", "-", "--count", "2"], "only one photo"),
    ])
  func usage(arguments: [String], hint: String) throws {
    let outcome = try command.run(camera + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
  }

  @Test(
    "Settings that the camera does not support give status 1 and a reason",
    arguments: [
      (["-o", "a.dng"], "no raw sensor data"),
      (["--control", "nothing=1"], "does not support control nothing; viewfinder cameras 'synthetic' lists"),
      (["--exposure", "100"], "Exposure must be between 0.0001 and 0.5 s"),
      (["--bracket=-9,0"], "EV, not -9.0"),
      (["--white-balance", "5500"], "white balance"),
    ])
  func unsupported(arguments: [String], hint: String) throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(camera + arguments, in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(hint), "\(outcome.errors)")
      #expect(folder.contents.isEmpty)
    }
  }

  @Test("An interruption during the timer ends the command without a photo")
  func interrupted() throws {
    try TemporaryFolder.with { folder in
      let process = Process()
      process.executableURL = command.executable
      process.currentDirectoryURL = folder.url
      process.arguments = camera + ["--timer", "10000", "--verbose"]
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      // The camera's format is printed when it streams, before the timer starts.
      var printed = Data()
      while printed.firstRange(of: Data("fps".utf8)) == nil {
        let some = errors.fileHandleForReading.availableData
        guard !some.isEmpty else { break }
        printed += some
      }
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationStatus == 130)
      #expect(folder.contents.isEmpty)
    }
  }
}
