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
      [folder.path(""), "--no-window"], environment: ["OPENCAPTURE_SYNTHETIC_DEVICES": "1"])
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

  /// Returns the largest difference between the red, green and blue of a pixel.
  private func colorDifference(_ path: String) throws -> Int {
    let options = PictureReadingOptions(pixelFormat: .rgb24)
    let pixels = try Picture(contentsOf: path, options: options).pixelBuffer.pixels
    return stride(from: 0, to: pixels.count, by: 3).reduce(0) { largest, at in
      let colors = pixels[at..<at + 3]
      return max(largest, Int(colors.max() ?? 0) - Int(colors.min() ?? 0))
    }
  }

  private func size(_ path: String) throws -> VideoDimensions {
    try Picture(contentsOf: path).pixelBuffer.dimensions
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

  @Test("capture-controller adjusts the camera, writes photo, movie and thumbnail, and frames both faces")
  func captureController() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("capture-controller", folder)
      #expect(
        lines.filter { !$0.hasPrefix("detected: ") } == [
          "session: 2 inputs, 3 outputs", "camera: front", "camera: back", "focus and exposure at 0.50, 0.25",
          "focus: continuous", "exposure: continuous", "torch: 1.0", "zoom: 2.0", "photo: written",
          "movie: written", "thumbnail: 160x90", "highest rate: 640x480 at 60 frames per second",
          "session: stopped",
        ])
      #expect(lines.contains { $0.hasPrefix("detected: frame ") && $0.hasSuffix(", 2 faces") })
      #expect(try size(folder.path("photo.jpg")) == VideoDimensions(width: 1280, height: 720))
      #expect(try size(folder.path("thumbnail.jpg")) == VideoDimensions(width: 160, height: 90))
      let movie = try extent(folder.path("movie.mov"))
      #expect(movie.pictures > 0.5 && abs(movie.pictures - movie.sound) < 0.3)
    }
  }

  @Test(
    "avcam takes photos at once, a Live Photo and a movie, and offers to resume an interrupted session",
    .objectNotifications)
  func avcam() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("avcam", folder)
      #expect(
        lines.filter { !$0.hasPrefix("observed: ") && !$0.hasPrefix("failed: ") } == [
          "session: 2 inputs, 1 outputs", "preview: connected", "first photo: begin, shutter, photo",
          "second photo: begin, shutter, photo", "Live Photo: begin, shutter, photo, movie",
          "captures in progress: 0", "movie: written", "running after a reset: true",
          "interrupted: another app uses the camera or the microphone", "resume button: shown",
          "resume button: hidden", "interruption ended",
        ])
      #expect(lines.contains("observed: running is true") && lines.contains { $0.hasPrefix("failed: ") })
      for photo in ["first.jpg", "second.jpg", "live.jpg"] {
        #expect(try size(folder.path(photo)) == VideoDimensions(width: 1280, height: 720), "\(photo)")
      }
      #expect(try extent(folder.path("live.mov")).pictures > 0.5)
      #expect(try extent(folder.path("movie.mov")).pictures > 0.8)
    }
  }

  @Test("stills-and-movies takes photos with the requested exposures and ends movies as requested")
  func stillsAndMovies() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("stills-and-movies", folder)
      let others = ["photo.", "1-", "2-", "3-", "HEIC: ", "recorded: "]
      #expect(
        lines.filter { line in !others.contains { line.hasPrefix($0) } } == [
          "JPEG: 640x480, thumbnail: true", "preview: 320 pixels wide", "raw: not supported",
          "bias bracket: 3 photos", "manual bracket: 3 photos", "settings: true", "settings: true",
          "short movie: started", "short movie: maximum duration, complete", "movie: started", "movie: paused",
          "movie: resumed", "movie: finished",
        ])
      #expect(lines.contains("HEIC: written") == FileManager.default.fileExists(atPath: folder.path("photo.heic")))
      for (index, time) in ["0.004", "0.008", "0.016"].enumerated() {
        let line = try #require(lines.first { $0.hasPrefix("\(index + 1)-manual.jpg: ") })
        #expect(line.contains("ExposureTime \(time)"), "\(line)")
      }
      for bracket in ["bias", "manual"] {
        let brightness = try (1...3).map { try meanLuma(folder.path("\($0)-\(bracket).jpg")) }
        #expect(brightness[0] < brightness[1] - 5 && brightness[1] < brightness[2] - 5, "\(bracket) \(brightness)")
      }
      let short = try extent(folder.path("short.mov"))
      #expect(short.pictures > 0.3 && short.pictures <= 0.5 && short.sound <= 0.55)
      // The pause lasts one second. The moments before and after the recording are not recorded, either.
      let times = lines.first { $0.hasPrefix("recorded: ") }?.split(separator: " ").compactMap { Double($0) } ?? []
      try #require(times.count == 2)
      #expect(times[0] < times[1] - 0.9)
      #expect(try extent(folder.path("paused.mov")).pictures < times[1] - 0.9)
    }
  }

  @Test("Manual settings change the frames that follow, and the filter removes their color")
  func manualControls() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("manual-controls", folder)
      #expect(
        lines.filter { !$0.contains("|") } == [
          "one eighth of the light is darker: true", "one step darker: true", "sharpest at lens position 0.5",
          "lens position kept: true", "white balance: 3000 K", "bluer than before: true",
          "gain of red kept: true", "focus peaking: edges",
        ])
      #expect(lines.prefix(2).map { $0.prefix { $0 != "|" } } == ["exposure: 2 ms ", "exposure: 16 ms "])
      #expect(try colorDifference(folder.path("monochrome.jpg")) < 4)
    }
  }

  @Test("video-data-output locks the rate, reports late frames, mirrors, rotates and removes color")
  func videoDataOutput() throws {
    try TemporaryFolder.with { folder in
      let lines = try lines("video-data-output", folder)
      // A busy system drops frames before the delegate does.
      let reasons = lines.filter { $0.hasPrefix("dropped: ") }
        .flatMap { $0.dropFirst("dropped: ".count).components(separatedBy: ", ") }
      #expect(reasons.count == 3 && Set(reasons).isSubset(of: ["late", "discontinuity"]))
      #expect(
        lines.filter { !$0.hasPrefix("dropped: ") && !$0.hasPrefix("brightness: ") } == [
          "frame rate: 15 frames per second", "original: 640x480, black on the left",
          "mirrored: 640x480, black on the right", "rotated: 480x640",
        ])
      let brightness = lines.last?.split { !$0.isNumber }.compactMap { Int($0) } ?? []
      try #require(brightness.count == 2)
      #expect(brightness[0] == brightness[1] && (100...180).contains(brightness[0]))
      #expect(try colorDifference(folder.path("gray.jpg")) < 4)
    }
  }
}
