import CaptureFixtures
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite("Passthrough of encoded frames")
struct PassedFramesTests {
  private let frames = MotionJPEG()
  private var options: MovieWritingOptions {
    var options = MovieWritingOptions(expectedFrameRate: 25)
    options.passesEncodedFramesThrough = true
    return options
  }

  private func time(_ frame: Int) -> MediaTime { MediaTime(value: Int64(frame), timescale: 25) }

  @Test(
    "A camera's JPEG frames are written unchanged, at their times",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")),
    arguments: ["mp4", "mov", "mkv", "avi"])
  func bytes(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.\(ending)")
      let writer = try MovieWriter(path, for: frames.sample(0, at: .zero), options: options)
      for frame in 0..<30 { try writer.append(frames.sample(frame, at: time(frame))) }
      try writer.finish()
      #expect(writer.settings.codec == .jpeg && writer.settings.encoder == nil)
      #expect(writer.settings.description.contains("jpeg unchanged"))
      let copied = try Command(at: "/usr/bin/ffmpeg").run([
        "-v", "error", "-i", path, "-c", "copy", "-f", "image2pipe", "-",
      ])
      #expect(copied.errors.isEmpty)
      #expect(try copied.output == (0..<30).flatMap { try frames.bytes($0) })
      let reader = try MovieReader(contentsOf: path)
      var count = 0
      while let sample = try reader.nextSample() {
        #expect(abs(sample.presentationTimeStamp.seconds - time(count).seconds) < 0.001)
        count += 1
      }
      #expect(count == 30)
    }
  }

  @Test(
    "Missing Huffman tables are added to JPEG frames, and nothing else",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")),
    arguments: ["mp4", "mov", "mkv", "avi"])
  func tables(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.\(ending)")
      let lean = MotionJPEG(leavesTablesOut: true)
      #expect(try lean.bytes(0).count < lean.wholeBytes(0).count)
      let writer = try MovieWriter(path, for: lean.sample(0, at: .zero), options: options)
      for frame in 0..<10 { try writer.append(lean.sample(frame, at: time(frame))) }
      try writer.finish()
      let copied = try Command(at: "/usr/bin/ffmpeg").run([
        "-v", "error", "-i", path, "-c", "copy", "-f", "image2pipe", "-",
      ])
      #expect(try copied.output == (0..<10).flatMap { try lean.wholeBytes($0) })
      let looked = try Command(at: "/usr/bin/ffprobe").run(["-v", "error", "-show_frames", path])
      #expect(looked.errors.isEmpty, "\(looked.errors)")
    }
  }

  @Test(
    "H.264 and H.265 frames are written unchanged and decode correctly",
    .enabled(if: EncodedVideo.isAvailable),
    arguments: [StreamCodec.h264, .hevc], ["mp4", "mov", "mkv", "avi"])
  func streams(codec: StreamCodec, ending: String) throws {
    let film = try EncodedVideo(codec)
    let samples = try film.samples(Array(film.sent.indices))
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.\(ending)")
      guard codec == .h264 || ending != "avi" else {
        let error = #expect(throws: MovieError.self) { try MovieWriter(path, for: samples[0], options: options) }
        #expect(error?.code == .invalidOption)
        return
      }
      let early = #expect(throws: MovieError.self) { try MovieWriter(path, for: samples[1], options: options) }
      #expect(early?.code == .invalidFrame)
      #expect(!FileManager.default.fileExists(atPath: path))
      let writer = try MovieWriter(path, for: samples[0], options: options)
      for sample in samples { try writer.append(sample) }
      try writer.finish()
      let reader = try MovieReader(contentsOf: path)
      for (index, seen) in film.seen.enumerated() {
        let sample = try #require(try reader.nextSample())
        #expect(try sample.image(as: .i420).peakSignalToNoiseRatio(to: seen) == .infinity, "picture \(index)")
      }
      #expect(try reader.nextSample() == nil)
      let looked = try Command(at: "/usr/bin/ffprobe").run([
        "-v", "warning", "-show_entries", "packet=flags", "-of", "csv=p=0", path,
      ])
      #expect(looked.errors.isEmpty, "\(looked.errors)")
      #expect(looked.lines.map { $0.hasPrefix("K") } == (0..<30).map { $0 % 10 == 0 })
    }
  }

  @Test("The orientation is stored if the container supports it")
  func turned() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      let writer = try MovieWriter(path, for: frames.sample(0, at: .zero, orientation: .right), options: options)
      try writer.append(frames.sample(0, at: .zero, orientation: .right))
      let error = #expect(throws: MovieError.self) { try writer.append(frames.sample(1, at: time(1))) }
      #expect(error?.code == .invalidFrame)
      try writer.finish()
      #expect(try MovieReader(contentsOf: path).info.orientation == .right)
    }
  }

  @Test("Unsupported passthrough is rejected, and invalid frames are dropped")
  func refused() throws {
    try TemporaryFolder.with { folder in
      let raw = try MovingPicture(VideoDimensions(width: 96, height: 64)).sample(0, at: .zero)
      let upright = try frames.sample(0, at: .zero)
      let turned = try frames.sample(0, at: .zero, orientation: .down)
      for (path, sample) in [("raw.mp4", raw), ("a.webm", upright), ("a.mkv", turned)] {
        let error = #expect(throws: MovieError.self) {
          try MovieWriter(folder.path(path), for: sample, options: options)
        }
        #expect(error?.code == .invalidOption)
        #expect(!FileManager.default.fileExists(atPath: folder.path(path)))
      }
      let writer = try MovieWriter(folder.path("a.mp4"), for: frames.sample(0, at: .zero), options: options)
      for bytes: [UInt8] in [[], [0xff], [0, 0, 0, 0], Array("not a picture".utf8)] {
        let error = #expect(throws: MovieError.self) { try writer.append(frames.sample(of: bytes, at: .zero)) }
        #expect(error?.code == .invalidFrame)
      }
      try writer.append(frames.sample(1, at: time(1)))
      try writer.finish()
      #expect(try MovieReader(contentsOf: folder.path("a.mp4")).nextSample() != nil)
    }
  }
}
