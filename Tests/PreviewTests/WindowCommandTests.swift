import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePreview
import OpenCaptureSystem
import Testing

extension PreviewWindowTests {
  /// `viewfinder` with a window on the screen, while `body` uses it; closed by its key, it ends with this status.
  ///
  /// - Returns: What it said.
  @discardableResult
  private func command(
    _ arguments: [String], title: String, status: Int32 = 0, in folder: TemporaryFolder,
    _ body: (String) throws -> Void
  ) throws -> String {
    try command(arguments, status: status, in: folder) {
      var number = ""
      try eventually("a window") {
        number = (try? desktop.window(title)) ?? ""
        return !number.isEmpty
      }
      try desktop.person("windowfocus", "--sync", number)
      try body(number)
    }
  }

  /// `viewfinder`, while `body` uses it; closed by its key, it ends with this status.
  ///
  /// - Returns: What it said.
  @discardableResult
  func command(
    _ arguments: [String], status: Int32 = 0, in folder: TemporaryFolder, environment: [String: String] = [:],
    _ body: () throws -> Void
  ) throws -> String {
    let process = Process()
    process.executableURL = Command(built: "viewfinder").executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = folder.url
    process.standardError = FileHandle(forWritingAtPath: folder.file("errors", []).path)
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    func errors() throws -> String {
      try String(contentsOf: folder.url.appending(path: "errors"), encoding: .utf8)
    }
    do { try body() } catch { throw TimedOut(what: "\(error): \(try errors())") }
    try desktop.person("key", "q")
    try eventually("the end") { !process.isRunning }
    let said = try errors()
    #expect(process.terminationStatus == status, "\(said)")
    return said
  }

  /// How many seconds a movie lasts that a player can play.
  private func duration(_ movie: String, in folder: TemporaryFolder) throws -> Double {
    let facts = try Command(at: "/usr/bin/ffprobe").run([
      "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", folder.url.appending(path: movie).path,
    ])
    #expect(facts.status == 0 && facts.errors.isEmpty, "\(facts.errors)")
    return try #require(Double(facts.lines.first ?? ""))
  }

  func isThere(_ file: String, in folder: TemporaryFolder) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appending(path: file).path)
  }

  func eventually(_ what: String, _ condition: () throws -> Bool) throws {
    let end = MonotonicClock.now() + UInt64(TimedOut.patience) * 1_000_000_000
    while try !condition() {
      guard MonotonicClock.now() < end else { throw TimedOut(what: what) }
      usleep(20_000)
    }
  }

  @Test("By keys, a photo is taken and a movie with sound is recorded, beside the view")
  func keeping() throws {
    try TemporaryFolder.with { folder in
      let camera = ["--camera", "synthetic", "--preset", "640x480", "--with", "none", "--photos", "kept"]
      try command(camera, title: "synthetic", in: folder) { number in
        try eventually("a picture") { try desktop.screenshot(of: number).isColorful }
        try desktop.person("key", "space")
        let (photo, movie) = (
          folder.url.appending(path: "kept/photo.jpg"), folder.url.appending(path: "kept/movie.mp4")
        )
        try eventually("a photo") { FileManager.default.fileExists(atPath: photo.path) }
        try desktop.person("key", "r")
        try eventually("a movie that grows") {
          (try? movie.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0).map { $0 > 0 } ?? false
        }
        // The window is closed in the middle of the recording, which is ended as it should be.
        sleep(1)
      }
      let facts = try Command(at: "/usr/bin/ffprobe").run([
        "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0",
        folder.url.appending(path: "kept/movie.mp4").path,
      ])
      #expect(
        facts.status == 0 && facts.errors.isEmpty && Set(facts.lines) == ["video", "audio"], "\(facts.errors)")
    }
  }

  @Test(
    "What is written of a file can be played where the window is closed in the middle, which is no success",
    arguments: ["q", "space"])
  func cutFile(key: String) throws {
    try TemporaryFolder.with { folder in
      let made = try Command(at: "/usr/bin/ffmpeg").run([
        "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30", "-t", "120", "-preset",
        "ultrafast", folder.url.appending(path: "in.mp4").path,
      ])
      #expect(made.status == 0, "\(made.errors)")
      let arguments = ["in.mp4", "--with", "none", "--show", "-o", "out.mp4"]
      let said = try command(arguments, title: "in.mp4", status: 130, in: folder) { number in
        try eventually("a picture") { try desktop.screenshot(of: number).isColorful }
        try eventually("a movie") { isThere("out.mp4", in: folder) }
        // Where the next is asked for, there is none, and the window stays with the last picture.
        if key != "q" { try desktop.person("key", key) }
      }
      #expect(said.contains("in.mp4 is cut after"), "\(said)")
      let played = try duration("out.mp4", in: folder)
      #expect(played > 0 && played < 119)
    }
  }

  @Test("What is shown to its end is a success, whoever closes the window then")
  func wholeFile() throws {
    try TemporaryFolder.with { folder in
      let made = try Command(at: "/usr/bin/ffmpeg").run([
        "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30", "-t", "0.5",
        folder.url.appending(path: "in.mp4").path,
      ])
      #expect(made.status == 0, "\(made.errors)")
      let arguments = ["in.mp4", "--with", "none", "--show", "--json", "-o", "out.mp4", "--verbose"]
      let said = try command(arguments, title: "in.mp4", in: folder) { _ in
        try eventually("the end of the movie") {
          try String(contentsOf: folder.url.appending(path: "errors"), encoding: .utf8).contains("written as")
        }
      }
      #expect(!said.contains("cut"))
      #expect(try abs(duration("out.mp4", in: folder) - 0.5) < 0.05)
    }
  }

  @Test("A camera that is to be written for a time is cut by the window's end; without a time that is how it ends")
  func cutCamera() throws {
    for (limit, status) in [(["--duration", "600"], 130), ([], 0)] as [([String], Int32)] {
      try TemporaryFolder.with { folder in
        let arguments = ["--camera", "synthetic", "--preset", "low", "--with", "none", "--show", "-o", "out.mp4"]
        let said = try command(arguments + limit, title: "synthetic", status: status, in: folder) { number in
          try eventually("a picture") { try desktop.screenshot(of: number).isColorful }
          try eventually("a movie") { isThere("out.mp4", in: folder) }
        }
        #expect(said.contains("because the window was closed") == (status != 0), "\(said)")
        #expect(try duration("out.mp4", in: folder) > 0)
      }
    }
  }

  @Test("Pictures are shown one after the other, each as large as it is, and the last stays")
  func pictures() throws {
    try TemporaryFolder.with { folder in
      let files = try [(200, 120), (160, 240)].enumerated().map { index, size in
        let picture = try Command(at: "/usr/bin/ffmpeg").run([
          "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size.0)x\(size.1)", "-frames:v", "1",
          folder.url.appending(path: "\(index).png").path,
        ])
        #expect(picture.status == 0)
        return "\(index).png"
      }
      try command(["--with", "none"] + files, title: "[01].png", in: folder) { number in
        try eventually("the first") {
          try desktop.screenshot(of: number).dimensions == VideoDimensions(width: 200, height: 120)
        }
        try desktop.person("key", "space")
        try eventually("the second") {
          try desktop.screenshot(of: number).dimensions == VideoDimensions(width: 160, height: 240)
        }
        try desktop.person("key", "space")
        try eventually("it stays") { try desktop.screenshot(of: number).isColorful }
      }
    }
  }
}

extension PixelBuffer {
  /// Whether there is more than black to be seen.
  fileprivate var isColorful: Bool { Set(pixels.map { $0 / 64 }).count > 2 }
}
