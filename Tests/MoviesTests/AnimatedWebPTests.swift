import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

/// Animated WebP, which the `ffmpeg` tool writes but FFmpeg's libraries do not read.
@Suite(
  "Animated WebP",
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not installed"))
struct AnimatedWebPTests {
  private static func bytes(_ options: String = "-lossless 1", frames: Int = 5) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.webp")
      let source = [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=\(Double(frames) / 10)",
      ]
      let words = options.split(separator: " ").map(String.init)
      let outcome = try Command(at: "/usr/bin/ffmpeg").run(
        source + ["-c:v", "libwebp_anim"] + words + ["-y", path])
      try #require(outcome.status == 0, "\(outcome.errors)")
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
  }

  @Test("Animated WebP is read as a movie with its own times, from a file or memory")
  func times() throws {
    let bytes = try Self.bytes()
    try TemporaryFolder.with { folder in
      let file = folder.file("a.webp", bytes)
      for reader in [try TestMovie.reader(bytes), try MovieReader(contentsOf: file.path)] {
        #expect(!reader.info.isStillPicture && reader.info.container == "webp")
        #expect(reader.info.dimensions == TestMovie.size && reader.info.estimatedFrameCount == 5)
        let (samples, error) = TestMovie.read(reader)
        #expect(error == nil)
        #expect(samples.map(\.presentationTimeStamp.seconds) == [0, 0.1, 0.2, 0.3, 0.4])
        #expect(samples.map(\.duration.seconds) == [0.1, 0.1, 0.1, 0.1, 0.1])
        #expect(samples.map(\.sequenceNumber) == [0, 1, 2, 3, 4])
      }
    }
  }

  @Test("Every frame is a complete image and supports seeking")
  func frames() throws {
    let reader = try TestMovie.reader(Self.bytes())
    let all = TestMovie.read(reader).samples
    #expect(try all[0].image().peakSignalToNoiseRatio(to: all[4].image()) < 40)
    for index in [3, 0, 4, 1] {
      try reader.seek(to: all[index].presentationTimeStamp)
      let sample = try #require(try reader.nextSample())
      #expect(sample.presentationTimeStamp == all[index].presentationTimeStamp)
      #expect(try sample.image().peakSignalToNoiseRatio(to: all[index].image()) == .infinity)
    }
  }

  @Test("The limits of pixels and memory are checked before decoding")
  func limits() throws {
    let bytes = try Self.bytes()
    for options in [
      MovieReadingOptions(maximumPixelCount: 96 * 64 - 1), MovieReadingOptions(maximumMemory: 50_000),
    ] {
      let error = #expect(throws: MovieError.self) { try TestMovie.reader(bytes, options: options) }
      #expect(error?.code == .tooLarge)
    }
    // A canvas of 16,777,216 by 256 pixels that exists only in the header.
    var large = bytes
    large.replaceSubrange(24..<30, with: [255, 255, 255, 255, 0, 0])
    let error = #expect(throws: MovieError.self) { try TestMovie.reader(large) }
    #expect(error?.code == .tooLarge)
  }

  @Test("A truncated or damaged file delivers its readable frames and then an error")
  func damage() throws {
    let bytes = try Self.bytes()
    for count in stride(from: 40, to: bytes.count, by: 97) {
      guard let reader = try? TestMovie.reader(Array(bytes.prefix(count))) else { continue }
      let (samples, error) = TestMovie.read(reader)
      #expect(samples.count < 5 && error != nil || samples.count == 5)
    }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      var damaged = bytes
      for _ in 0..<8 {
        damaged[Int.random(in: 30..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let reader = try? TestMovie.reader(damaged) { #expect(TestMovie.read(reader).samples.count <= 5) }
    }
  }

  @Test("Transparent frames are composited over white unless alpha is requested")
  func transparency() throws {
    let bytes = try Self.bytes("-vf format=bgra,colorchannelmixer=aa=0 -lossless 1", frames: 2)
    let paper = try #require(try TestMovie.reader(bytes).nextSample()).image()
    #expect(paper.withUnsafePlane(0) { Array($0.prefix(4)) } == [255, 255, 255, 255])
    let options = MovieReadingOptions(keepsAlpha: true)
    let kept = try #require(try TestMovie.reader(bytes, options: options).nextSample()).image()
    #expect(kept.withUnsafePlane(0) { $0[3] } == 0)
  }

  @Test("Cancelling ends reading")
  func cancelled() throws {
    let reader = try TestMovie.reader(Self.bytes())
    reader.cancel()
    // The frames that were decoded to detect an animation are delivered first.
    let error = TestMovie.read(reader).error
    #expect(error?.code == .cancelled)
  }
}
