import FoundationEssentials
import CaptureFixtures
import OpenCaptureSyntheticDevices
import Fixtures
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

@Suite("Scenes")
struct SceneTests {
  private func grey(_ value: UInt8, width: Int = 8, height: Int = 8) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: width, height: height)
    try picture.withUnsafeMutablePlane(0) { bytes in for index in bytes.indices { bytes[index] = value } }
    return picture
  }

  /// Returns the luma in the centre and at the left edge of a scene at a time.
  private func look(_ scene: some SyntheticScene, at seconds: Double = 0, format: PixelFormat) throws -> [UInt8] {
    var buffer = try PixelBuffer(format: format, width: 64, height: 32)
    let time = MediaTime(seconds: seconds, preferredTimescale: 1000)
    try scene.render(SceneMoment(frame: 0, time: time), into: &buffer)
    let luma = try buffer.luma()
    return luma.withUnsafePlane(0) {
      [$0[16 * luma.planes[0].bytesPerRow + 32], $0[16 * luma.planes[0].bytesPerRow]]
    }
  }

  @Test("A still image is scaled to fit, with black bars", arguments: [PixelFormat.yuyv, .nv12])
  func still(format: PixelFormat) throws {
    // Full-range white is 235 in video range, black 16.
    #expect(try look(PictureScene(still: grey(255)), format: format) == [235, 16])
    #expect(try look(PictureScene(still: grey(255, width: 64, height: 32)), format: format) == [235, 235])
  }

  @Test("The images of a folder are shown one after another, and other files are skipped")
  func folder() throws {
    try TemporaryFolder.with { folder in
      folder.file("b.pgm", PNM.bytes(try grey(255)))
      folder.file("a.pgm", PNM.bytes(try grey(0)))
      folder.file("c.txt", Array("text".utf8))
      let scene = try PictureScene(folder: folder.url.path)
      let seen = try [0, 1.5, 2].map { try look(scene, at: $0, format: .nv12)[0] }
      #expect(seen == [16, 235, 16])
      #expect(throws: PictureError.self) { try PictureScene(folder: folder.path("c.txt")) }
    }
  }

  @Test("Colour bars have the standard's colours", arguments: [PixelFormat.yuyv, .nv12])
  func bars(format: PixelFormat) throws {
    var buffer = try PixelBuffer(format: format, width: 140, height: 80)
    try ColorBars().render(SceneMoment(frame: 0, time: .zero), into: &buffer)
    let picture = try buffer.converted(to: .rgb24)
    let colors = (0..<7).map { bar in
      picture.withUnsafePlane(0) { bytes in
        (0..<3).map { Int(bytes[20 * picture.planes[0].bytesPerRow + (bar * 20 + 10) * 3 + $0]) }
      }
    }
    let expected = [
      [191, 191, 191], [191, 191, 0], [0, 191, 191], [0, 191, 0], [191, 0, 191], [191, 0, 0], [0, 0, 191],
    ]
    for (color, wanted) in zip(colors, expected) {
      #expect(zip(color, wanted).allSatisfy { abs($0 - $1) <= 2 }, "\(color) should be \(wanted)")
    }
  }

  @Test("Equal seeds lose the same frames, and different seeds different ones")
  func seeds() throws {
    func numbers(_ seed: UInt64) throws -> [UInt64] {
      let it = try SteppedSession(faults: SyntheticFaults(dropRate: 0.3, seed: seed))
      try it.step(50)
      return it.log.numbers
    }
    #expect(try numbers(1) == numbers(1))
    #expect(try numbers(1) != numbers(2))
  }

  @Test("A scene rejects formats in which it cannot be drawn")
  func formats() throws {
    let scenes: [any SyntheticScene] = [CodeAndFaces(), MovingCode(), ColorBars()]
    for scene in scenes {
      var picture = try PixelBuffer(format: .bgra, width: 64, height: 48)
      #expect(throws: MediaError.self) { try scene.render(SceneMoment(frame: 0, time: .zero), into: &picture) }
    }
  }
}
