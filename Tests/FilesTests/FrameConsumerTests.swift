import FoundationEssentials
import Fixtures
@testable import OpenCaptureFiles
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies
import OpenCaptureOverlay
import OpenCapturePictures
import OpenCaptureProcessing
import OpenCaptureSystem
import Testing

@Suite("Frame consumers")
struct FrameConsumerTests {
  private func frame(_ thirtieth: Int64?, grey level: UInt8 = 90, objects: [any MetadataObject] = []) throws
    -> Frame
  {
    var picture = try PixelBuffer(format: .grey, width: 64, height: 32)
    try picture.withUnsafeMutablePlane(0) { bytes in for index in bytes.indices { bytes[index] = level } }
    let time = thirtieth.map { MediaTime(value: $0, timescale: 30) } ?? .invalid
    let timing = SampleTiming(presentationTimeStamp: time, duration: MediaTime(value: 1, timescale: 30))
    return Frame(SampleBuffer(pixelBuffer: picture, timing: timing), metadataObjects: objects)
  }

  private var face: FaceObject {
    FaceObject(faceID: 7, boundingBox: Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.25), time: .zero)
  }

  private var plain: FrameRenderer {
    var renderer = FrameRenderer()
    renderer.overlay = nil
    return renderer
  }

  @Test("A picture file contains the newest due frame")
  func newest() throws {
    try TemporaryFolder.with { folder in
      let file = OutputFile(folder.path("a.png"))
      let second = MediaTime(value: 1, timescale: 1)
      var consumer = PictureFileConsumer(file, renderer: plain, every: second)
      for (time, level) in [(0, 10), (29, 20), (30, 30), (45, 40)] as [(Int64, UInt8)] {
        try consumer.take(frame(time, grey: level))
      }
      let shown = try Picture(contentsOf: folder.path("a.png"), options: PictureReadingOptions(pixelFormat: .grey))
      #expect(shown.pixelBuffer.withUnsafePlane(0) { $0[0] } == 30)
      #expect(folder.contents == ["a.png"])
    }
  }

  @Test("A folder receives a numbered picture for each frame")
  func folder() throws {
    try TemporaryFolder.with { folder in
      var consumer = PictureFolderConsumer(OutputFile(folder.url.path), renderer: plain)
      for time in 0..<3 { try consumer.take(frame(Int64(time))) }
      #expect(folder.contents.sorted() == (1...3).map { "frame-00000\($0).jpg" })
      #expect(consumer.pictureCount == 3)
    }
  }

  @Test("A movie keeps the frames' times; without frames, no file is created")
  func movie() throws {
    try TemporaryFolder.with { folder in
      var none = MovieFileConsumer(OutputFile(folder.path("none.mp4")))
      try none.finish()
      #expect(folder.contents == [])
      var consumer = MovieFileConsumer(OutputFile(folder.path("a.mp4")), renderer: plain)
      for time in [3, 4, 9] as [Int64] { try consumer.take(frame(time)) }
      try consumer.finish()
      #expect(consumer.settings != nil)
      let movie = try MovieReader(contentsOf: folder.path("a.mp4"))
      var times: [Double] = []
      while let sample = try movie.nextSample() { times.append(sample.presentationTimeStamp.seconds * 30) }
      #expect(times.map { $0.rounded() } == [0, 1, 6])
    }
  }

  @Test("A movie keeps its pixel aspect ratio, rotates it, and makes it square for another view size")
  func pixelAspectRatio() throws {
    try TemporaryFolder.with { folder in
      var options = MovieWritingOptions()
      options.pixelAspectRatio = PixelAspectRatio(horizontalSpacing: 16, verticalSpacing: 11)
      let first = try frame(0).sampleBuffer
      let writer = try MovieWriter(folder.path("in.mp4"), for: first, options: options)
      try writer.append(first)
      try writer.finish()
      let movie = try MovieReader(contentsOf: folder.path("in.mp4"))
      let frame = Frame(try #require(try movie.nextSample()))
      func written(_ change: (inout FrameRenderer) -> Void) throws -> PixelAspectRatio {
        var renderer = plain
        change(&renderer)
        let path = folder.path("out.mp4")
        var consumer = MovieFileConsumer(OutputFile(path), renderer: renderer, soundOf: movie)
        try consumer.take(frame)
        try consumer.finish()
        return try MovieReader(contentsOf: path).info.pixelAspectRatio
      }
      #expect(try written { _ in } == options.pixelAspectRatio)
      let turned = PixelAspectRatio(horizontalSpacing: 11, verticalSpacing: 16)
      #expect(try written { $0.rotation = .degrees90 } == turned)
      #expect(try written { $0.dimensions = VideoDimensions(width: 64, height: 64) } == .square)
    }
  }

  @Test("A forbidden file is not written, and the error names it")
  func refusal() throws {
    try TemporaryFolder.with { folder in
      let file = OutputFile(path: Array(folder.path("a.png").utf8)) { (path) throws(CaptureError) in
        throw CaptureError(.cannotWrite, subject: String(decoding: path, as: UTF8.self), reason: "no")
      }
      var picture = PictureFileConsumer(file)
      var movie = MovieFileConsumer(file)
      let frame = try frame(0)
      let errors = [
        #expect(throws: CaptureError.self) { try picture.take(frame) },
        #expect(throws: CaptureError.self) { try movie.take(frame) },
      ]
      #expect(errors.allSatisfy { $0?.code == .cannotWrite && $0?.subject == folder.path("a.png") })
      var lost = PictureFileConsumer(OutputFile(folder.path("none/a.png")))
      let error = #expect(throws: CaptureError.self) { try lost.take(frame) }
      #expect(error?.code == .cannotWrite && error?.errno == 2 && error?.hint == "check the name")
      #expect(folder.contents == [])
    }
  }

  @Test("JSON lines contain the time and the position in pixels of the upright picture")
  func lines() throws {
    func lines(_ times: JSONLinesConsumer.Times) throws -> [String] {
      let log = Log<String>()
      var consumer = JSONLinesConsumer(source: "it", times: times) {
        log.append(String(decoding: $0, as: UTF8.self))
      }
      try consumer.take(frame(30))
      try consumer.take(frame(45, objects: [face]))
      consumer.finish()
      return log.all
    }
    let rest = #""type":"face","id":7,"bounds":[16,16,32,8],"roll":null,"yaw":null}"# + "\n"
    #expect(try lines(.none) == [#"{"source":"it","# + rest])
    #expect(try lines(.own) == [#"{"source":"it","frame":1,"time":1.5,"# + rest])
    #expect(try lines(.sinceFirst) == [#"{"source":"it","frame":1,"time":0.5,"# + rest])
  }

  @Test("JSON numbers are short, and text is escaped as RFC 8259 requires")
  func json() {
    var line = JSONLine()
    line.add("a\"", "\u{1}\\\u{2028}é😀")
    line.add("n", [1, -2.5, 1.0 / 3, 1e300, .nan])
    line.add("p", [[0, 1], [2.25, 3]])
    line.addNull("x")
    #expect(line.text == #"{"a\"":"\u0001\\\u2028é😀","n":[1,-2.5,0.33,null,null],"p":[[0,1],[2.25,3]],"x":null}"#)
  }

  @Test(
    "A timetable selects due frames and keeps its rhythm after a gap")
  func timetable() {
    var timetable = FrameSelector(interval: MediaTime(value: 1, timescale: 1))
    let times = [0, 0.5, 1, 1.9, 2.1, 7.5, 8, 8.5].map { MediaTime(seconds: $0, preferredTimescale: 1000) }
    #expect(times.map { timetable.isDue($0) } == [true, false, true, false, true, true, false, true])
    #expect([MediaTime.invalid].map { timetable.isDue($0) } == [true])
  }

  @Test("A file extension selects the output format")
  func formats() {
    #expect(OutputFormat(path: Array("a/b.JPEG".utf8)) == .jpeg)
    #expect(OutputFormat(path: Array("x.y/b.mkv".utf8)) == .movie("mkv"))
    #expect(
      ["a/.png", "a.txt", "png", "a.mp4/b"].map { OutputFormat(path: Array($0.utf8)) } == [nil, nil, nil, nil])
  }
}
