import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSyntheticDevices
import Testing

@Suite("Movies as scenes")
struct MovieSceneTests {
  /// Writes a movie of grey pictures that starts at 5 s.
  private func movie(_ path: String, levels: [UInt8]) throws {
    var writer: MovieWriter?
    for (index, level) in levels.enumerated() {
      var picture = try PixelBuffer(format: .grey, width: 32, height: 32)
      try picture.withUnsafeMutablePlane(0) { bytes in for at in bytes.indices { bytes[at] = level } }
      let time = MediaTime(value: Int64(20 + index), timescale: 4)
      let timing = SampleTiming(presentationTimeStamp: time, duration: MediaTime(value: 1, timescale: 4))
      let sample = SampleBuffer(pixelBuffer: picture, timing: timing)
      writer = try writer ?? MovieWriter(path, for: sample, options: MovieWritingOptions(codec: .jpeg))
      try writer?.append(sample)
    }
    try writer?.finish()
  }

  private func luma(_ scene: some SyntheticScene, at seconds: Double) throws -> Int {
    var buffer = try PixelBuffer(format: .nv12, width: 32, height: 32)
    let time = MediaTime(seconds: seconds, preferredTimescale: 1000)
    try scene.render(SceneMoment(frame: 0, time: time), into: &buffer)
    return buffer.withUnsafePlane(0) { Int($0[16 * buffer.planes[0].bytesPerRow + 16]) }
  }

  @Test("A movie scene shows each frame at its time, and restarts after the end and when time restarts")
  func loop() throws {
    try TemporaryFolder.with { folder in
      // Levels that remain distinct in video range: 50, 100, 150, 200 of 255.
      try movie(folder.path("a.mp4"), levels: [50, 100, 150, 200])
      let scene = try PictureScene(movie: MovieReader(contentsOf: folder.path("a.mp4")))
      let seen = try [0, 0.2, 0.25, 0.6, 0.9, 1, 1.3, 1.8, 10.25, 0, 0.75].map { try luma(scene, at: $0) }
      let levels = seen.map { Int((Double($0 - 16) * 255 / 219 / 50).rounded()) }
      #expect(levels == [1, 1, 2, 3, 4, 1, 2, 4, 2, 1, 4])
    }
  }

  @Test("A file without frames is rejected as a scene")
  func empty() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.mp4", Array("nothing".utf8))
      #expect(throws: MovieError.self) {
        try PictureScene(movie: MovieReader(contentsOf: folder.path("a.mp4")))
      }
    }
  }
}
