import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePreview
import OpenCaptureSystem
import Testing

extension PreviewWindowTests {
  /// Runs `viewfinder` with a window while `body` uses it, closes it with its key, and expects an exit status.
  ///
  /// - Returns: The text on standard error.
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
      try desktop.runXdotool("windowfocus", "--sync", number)
      try body(number)
    }
  }

  /// Runs `viewfinder` while `body` uses it, closes it with its key, and expects an exit status.
  ///
  /// - Returns: The text on standard error.
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
    try desktop.runXdotool("key", "q")
    try eventually("the end") { !process.isRunning }
    let output = try errors()
    #expect(process.terminationStatus == status, "\(output)")
    return output
  }

  /// Returns the duration of a playable movie, in seconds.
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

  /// The names of the files that the window has saved, in alphabetical order.
  private func kept(in folder: TemporaryFolder) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("kept"))) ?? []).sorted()
  }

  /// Returns whether the window has saved a file with content whose name begins with a text.
  func hasFile(_ beginning: String, in folder: TemporaryFolder) -> Bool {
    kept(in: folder).contains {
      $0.hasPrefix(beginning) && (FileSystem.byteCount(folder.path("kept/\($0)")) ?? 0) > 0
    }
  }

  func eventually(_ what: String, _ condition: () throws -> Bool) throws {
    let end = MonotonicClock.now() + UInt64(TimedOut.defaultTimeout) * 1_000_000_000
    while try !condition() {
      guard MonotonicClock.now() < end else { throw TimedOut(what: what) }
      usleep(20_000)
    }
  }

  @Test("Keys take a photo and record a movie with sound during the preview")
  func keeping() throws {
    try TemporaryFolder.with { folder in
      let camera = ["--camera", "synthetic", "--preset", "640x480", "--with", "none", "--photos", "kept"]
      try command(camera, title: "synthetic", in: folder) { number in
        try eventually("a picture") { try desktop.screenshot(of: number).isColorful }
        try desktop.runXdotool("key", "space")
        try eventually("a photo") { hasFile("photo-", in: folder) }
        try desktop.runXdotool("key", "r")
        try eventually("a movie that grows") { hasFile("recording-", in: folder) }
        // Closing the window must end the recording correctly.
        sleep(1)
      }
      let facts = try Command(at: "/usr/bin/ffprobe").run([
        "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0",
        folder.url.appending(path: "kept/\(#require(kept(in: folder).last))").path,
      ])
      #expect(
        facts.status == 0 && facts.errors.isEmpty && Set(facts.lines) == ["video", "audio"], "\(facts.errors)")
    }
  }

  @Test(
    "Closing the window leaves a playable part of the file and a failure status",
    arguments: ["q", "space"])
  func cutFile(key: String) throws {
    try TemporaryFolder.with { folder in
      let made = try Command(at: "/usr/bin/ffmpeg").run([
        "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30", "-t", "120", "-preset",
        "ultrafast", folder.url.appending(path: "in.mp4").path,
      ])
      #expect(made.status == 0, "\(made.errors)")
      let arguments = ["in.mp4", "--with", "none", "--show", "-o", "out.mp4"]
      let output = try command(arguments, title: "in.mp4", status: 130, in: folder) { number in
        try eventually("a picture") { try desktop.screenshot(of: number).isColorful }
        try eventually("a movie") { isThere("out.mp4", in: folder) }
        // Without a next file, the window keeps showing the last picture.
        if key != "q" { try desktop.runXdotool("key", key) }
      }
      #expect(output.contains("in.mp4 was cut after"), "\(output)")
      let played = try duration("out.mp4", in: folder)
      #expect(played > 0 && played < 119)
    }
  }

  @Test("A file shown to its end is a success, even if the window is closed afterwards")
  func wholeFile() throws {
    try TemporaryFolder.with { folder in
      let made = try Command(at: "/usr/bin/ffmpeg").run([
        "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30", "-t", "0.5",
        folder.url.appending(path: "in.mp4").path,
      ])
      #expect(made.status == 0, "\(made.errors)")
      let arguments = ["in.mp4", "--with", "none", "--show", "--json", "-o", "out.mp4", "--verbose"]
      let output = try command(arguments, title: "in.mp4", in: folder) { _ in
        try eventually("the end of the movie") {
          try String(contentsOf: folder.url.appending(path: "errors"), encoding: .utf8).contains("written as")
        }
      }
      #expect(!output.contains("cut"))
      #expect(try abs(duration("out.mp4", in: folder) - 0.5) < 0.05)
    }
  }

  @Test("Closing the window cuts a recording with a duration, and ends one without")
  func cutCamera() throws {
    for (limit, status) in [(["--duration", "600"], 130), ([], 0)] as [([String], Int32)] {
      try TemporaryFolder.with { folder in
        let arguments = ["--camera", "synthetic", "--preset", "low", "--with", "none", "--show", "-o", "out.mp4"]
        let output = try command(arguments + limit, title: "synthetic", status: status, in: folder) { number in
          try eventually("a picture") { try desktop.screenshot(of: number).isColorful }
          try eventually("a movie") { isThere("out.mp4", in: folder) }
        }
        #expect(output.contains("because the window was closed") == (status != 0), "\(output)")
        #expect(try duration("out.mp4", in: folder) > 0)
      }
    }
  }

  @Test("Pictures are shown in order, each in its size, and the last one remains")
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
        try desktop.runXdotool("key", "space")
        try eventually("the second") {
          try desktop.screenshot(of: number).dimensions == VideoDimensions(width: 160, height: 240)
        }
        try desktop.runXdotool("key", "space")
        try eventually("it stays") { try desktop.screenshot(of: number).isColorful }
      }
    }
  }
}

extension PixelBuffer {
  /// Whether the picture is more than black.
  fileprivate var isColorful: Bool { Set(pixels.map { $0 / 64 }).count > 2 }
}
