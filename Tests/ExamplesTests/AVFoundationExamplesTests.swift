import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import Testing

/// Tests that run the programs for Apple's systems with synthetic devices.
@Suite("Examples for Apple's systems")
struct AVFoundationExamplesTests {
  private func lines(_ program: String, _ folder: TemporaryFolder) throws -> [String] {
    let outcome = try Command(built: program).run(
      [folder.path("")], environment: ["OPENCAPTURE_SYNTHETIC_DEVICES": "1"])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.errors == "")
    return outcome.lines
  }

  private func meanLuma(_ path: String) throws -> Double {
    let luma = try Picture(contentsOf: path).pixelBuffer.luma()
    let plane = luma.planes[0]
    let sum = luma.withUnsafePlane(0) { bytes in
      (0..<plane.height).reduce(0) { sum, row in
        let start = row * plane.bytesPerRow
        return bytes[start..<start + plane.width].reduce(sum) { $0 + Int($1) }
      }
    }
    return Double(sum) / Double(plane.width * plane.height)
  }

  private func extent(_ path: String) throws -> (pictures: Double, sound: Double) {
    let movie = try MovieReader(contentsOf: path)
    var times: [Double] = []
    while let sample = try movie.nextSample() { times.append(sample.presentationTimeStamp.seconds) }
    let sound = try #require(try movie.audioReader(), "\(path) has no sound")
    var frameCount = 0
    while let sample = try sound.nextSample() { frameCount += sample.numSamples }
    return ((times.last ?? 0) - (times.first ?? 0), Double(frameCount) / Double(sound.info.sampleRate))
  }

  @Test("first-code prints the code that the camera sees")
  func firstCode() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("first-code", folder)
      #expect(lines.map { $0.hasPrefix("frame ") } == [true])
    }
  }

  @Test("capture-tour runs to its end and writes photos and a movie")
  func tour() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("capture-tour", folder)
      let changes = ["observed: ", "notified: "]
      #expect(
        lines.filter { line in !changes.contains { line.hasPrefix($0) } && !line.hasPrefix("code: ") } == [
          "cameras: Back Camera, Front Camera", "inputs: 2, outputs: 3", "switched to the front",
          "microphone instead of the camera: rejected; front camera kept: true", "switched to the back",
          "format: 640x480 at 60 frames per second", "preset: input priority", "zoomed to 2.0",
          "white balance: automatic", "torch: on, 1.0", "focusing at 0.5, 0.25", "focus: settled",
          "in the preview: true", "photo: 640 pixels wide", "bracket: 3 photos", "movie: one second",
          "session: stopped",
        ])
      #expect(lines.contains { $0.hasPrefix("code: frame ") })
      #expect(
        lines.filter { $0.hasPrefix("observed: ") } == [
          "observed: running is true", "observed: focusing", "observed: running is false",
        ])
      #expect(lines.filter { $0.hasPrefix("notified: ") } == ["notified: started", "notified: stopped"])
      #expect(
        try Picture(contentsOf: folder.path("photo.jpg")).pixelBuffer.dimensions
          == VideoDimensions(width: 640, height: 480))
      let brightness = try (1...3).map { try meanLuma(folder.path("bracket-\($0).jpg")) }
      #expect(brightness[0] < brightness[1] - 5 && brightness[1] < brightness[2] - 5)
      let movie = try extent(folder.path("movie.mov"))
      #expect(movie.pictures > 0.7 && abs(movie.pictures - movie.sound) < 0.3)
    }
  }

  @Test("photos-and-movies takes photos with the requested settings and ends movies as requested")
  func photosAndMovies() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("photos-and-movies", folder)
      #expect(
        lines.filter { line in !["observed: ", "HEIC: ", "recorded: "].contains { line.hasPrefix($0) } } == [
          "steps: begin, expose, exposed, photo, done", "same request: true", "JPEG: 1280x720, thumbnail: true",
          "preview: 320 pixels wide", "raw: not supported", "pixels: 1280, BGRA: true",
          "Live Photo steps: begin, expose, exposed, photo, movie recorded, movie written, done",
          "Live Photo: live.mov, complete", "Live Photos together with movies: false", "settings: true",
          "settings: true", "short movie: started", "short movie: maximum duration, complete", "movie: started",
          "movie: paused", "movie: resumed", "movie: finished",
        ])
      #expect(
        lines.filter { $0.hasPrefix("observed: ") } == [
          "observed: recording is true", "observed: recording is false",
        ])
      #expect(try Picture(contentsOf: folder.path("photo.jpg")).pixelBuffer.width == 1280)
      #expect(lines.contains("HEIC: written") == FileManager.default.fileExists(atPath: folder.path("photo.heic")))
      #expect(try extent(folder.path("live.mov")).pictures > 0.5)
      let short = try extent(folder.path("short.mov"))
      #expect(short.pictures > 0.3 && short.pictures <= 0.5 && short.sound <= 0.55)
      // The pause lasts one second. The moments before and after the recording are not recorded, either.
      let times = lines.first { $0.hasPrefix("recorded: ") }?.split(separator: " ").compactMap { Double($0) } ?? []
      try #require(times.count == 2)
      #expect(times[0] < times[1] - 0.9)
      #expect(try extent(folder.path("paused.mov")).pictures < times[1] - 0.9)
    }
  }

  @Test("Manual settings change the frames that follow")
  func manualControls() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("manual-controls", folder)
      #expect(
        lines.filter { !$0.hasPrefix("observed: ") && !$0.contains("|") } == [
          "one eighth of the light is darker: true", "manual exposure: true", "one step darker: true",
          "exposure target offset: small", "sharpest at lens position 0.5", "lens position kept: true",
          "white balance: 3000 K", "bluer than before: true",
        ])
      #expect(
        lines.filter { $0.hasPrefix("observed: ") } == [
          "observed: exposure of 2000 µs", "observed: exposure of 16000 µs",
        ])
    }
  }

  @Test("data-outputs reports late frames, mirrors and rotates frames, and measures sound")
  func dataOutputs() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("data-outputs", folder)
      // A busy system drops frames before the delegate does.
      let reasons = lines.first?.dropFirst("dropped: ".count).components(separatedBy: ", ") ?? []
      #expect(reasons.count == 5 && reasons.contains("late"))
      #expect(Set(reasons).isSubset(of: ["late", "discontinuity"]))
      #expect(
        Array(lines.dropFirst()) == [
          "delivered: some", "original: 640x480, black on the left",
          "observed: mirrored is true", "mirrored: 640x480, black on the right", "rotated: 480x640",
          "sound: 48000 Hz, 2 channels", "maximum level: -9 dB", "the connection reports the same level: true",
          "pairs: 5, synchronized: true",
        ])
    }
  }

  @Test("codes-and-faces detects and outlines objects, and reports faces that disappear")
  func codesAndFaces() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("codes-and-faces", folder)
      let faces = lines.filter { $0.hasPrefix("face ") }
      let others = lines.filter { line in !faces.contains(line) && !line.hasPrefix("code: ") }
      #expect(
        others == [
          "corners in the preview: 4 of 4", "picture: 640x480 with 3 outlines", "on the left: a code",
        ])
      // On a busy system few frames are processed. Faces can be lost, reappear with other IDs, and be mistaken for
      // others.
      let counts = faces.reduce(into: [0]) { $0.append($0.last! + ($1.hasSuffix(" disappeared") ? -1 : 1)) }
      #expect(counts.contains(2) && counts.last == 0, "\(faces)")
      #expect(faces.count { $0.hasSuffix(" appeared on the right") } >= 2, "\(faces)")
      #expect(lines.contains { $0.hasPrefix("code: frame ") } && lines.last == "on the left: a code")
      let options = PictureReadingOptions(pixelFormat: .rgb24)
      let pixels = try Picture(contentsOf: folder.path("overlay.ppm"), options: options).pixelBuffer.pixels
      // Three outlines with sides of at least 100 pixels.
      let green = stride(from: 0, to: pixels.count, by: 3).count { at in
        pixels[at] == 0 && pixels[at + 1] == 255 && pixels[at + 2] == 0
      }
      #expect(green > 800)
    }
  }
}
