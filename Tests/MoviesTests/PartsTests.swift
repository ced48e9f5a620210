import COpenCaptureFFmpeg
import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureMovies

struct PartsTests {
  @Test(arguments: ImageOrientation.allCases)
  func orientationsConvertToDisplayMatricesAndBack(orientation: ImageOrientation) {
    #expect(ImageOrientation(orientation.displayMatrix) == orientation)
  }

  @Test(arguments: ImageOrientation.allCases)
  func displayMatricesMovePointsLikeTheirOrientations(orientation: ImageOrientation) {
    let matrix = orientation.displayMatrix
    let scale = 65_536.0
    // Rotate about the center of the square.
    for (x, y) in [(0.5, 0.5), (-0.5, 0.25)] {
      let moved = (
        x * Double(matrix.a) / scale + y * Double(matrix.c) / scale,
        x * Double(matrix.b) / scale + y * Double(matrix.d) / scale
      )
      let expected = orientation.upright(Point(x: x + 0.5, y: y + 0.5))
      #expect(moved.0 + 0.5 == expected.x)
      #expect(moved.1 + 0.5 == expected.y)
    }
  }

  @Test func singularMatricesHaveNoOrientation() {
    #expect(ImageOrientation(cffmpeg_matrix(a: 0, b: 0, c: 0, d: 0)) == nil)
    // 80° is rounded to a quarter turn.
    #expect(ImageOrientation(cffmpeg_matrix(a: 11_380, b: 64_540, c: -64_540, d: 11_380)) == .right)
  }

  @Test func audioTimesAreExactAtAnyDistance() {
    var clock = AudioFrameClock(timeBase: TimeBase(numerator: 1, denominator: 48_000))
    for ticks in [Int64.max, Int64.min + 1, 0, Int64.max - 5] {
      #expect(clock.time(ticks, frameCount: 1024, sampleRate: 48_000) == MediaTime(value: ticks, timescale: 48_000))
    }
  }

  @Test func audioTimesBeyondTheLimitAreRejected() {
    var timeline = SoundTimeline(sampleRate: 48_000)
    #expect(timeline.place(.zero, 100) == SoundTimeline.Placement())
    for value in [Int64.min, -1 << 53, 1 << 53, Int64.max] {
      #expect(timeline.place(MediaTime(value: value, timescale: 48_000), 100) == nil)
    }
    #expect(timeline.place(MediaTime(value: 100, timescale: 48_000), 100) == SoundTimeline.Placement())
  }

  @Test func aSearchEndsAtTheLastFrameBeforeTheTarget() {
    var search = FrameSearch<String>(target: 100, tolerance: 0, first: 0, second: 10)
    #expect(search.beginning == 100)
    #expect(search.consider("a", at: 80) == .next)
    #expect(search.consider("b", at: 100) == .next)
    #expect(search.consider("c", at: 120) == .found(["b", "c"]))
  }

  @Test func aSearchThatStartsTooLateRestartsEarlier() {
    var search = FrameSearch<String>(target: 100, tolerance: 0, first: 0, second: 10)
    #expect(search.consider("x", at: 110) == .restart(at: 90))
    #expect(search.consider("x", at: 110) == .restart(at: 50))
    #expect(search.consider("x", at: 110) == .restart(at: 0))
    #expect(search.consider("x", at: 110) == .restart(at: Int64.min))
    // No position exists before the beginning.
    #expect(search.consider("x", at: 110) == .found(["x"]))
  }

  @Test func lateFramesDoNotEndASearch() {
    var search = FrameSearch<String>(target: 100, tolerance: 0, first: 0, second: 10)
    #expect(search.consider("key", at: 100) == .next)
    #expect(search.consider("leading", at: 90) == .next)
    #expect(search.finish() == .found(["key"]))
  }

  @Test func aSearchAfterTheLastKeyFrameRestartsEarlier() {
    var search = FrameSearch<String>(target: 100, tolerance: 0, first: 85, second: 10)
    #expect(search.finish() == .restart(at: 90))
    #expect(search.finish() == .restart(at: 85))
    #expect(search.finish() == .restart(at: Int64.min))
    #expect(search.finish() == .found([]))
  }

  @Test func aToleranceEndsASearchEarly() {
    var search = FrameSearch<String>(target: 100, tolerance: 15, first: 0, second: 10)
    #expect(search.consider("a", at: 80) == .next)
    #expect(search.consider("b", at: 90) == .found(["b"]))
    #expect(search.finish() == .found(["b"]))
  }

  @Test func televisionRatesAreExactFractions() {
    #expect(
      [29.97, 23.976, 59.94, 25, 30, 12.5, 0.1].map { FrameRate($0) }.map { "\($0.numerator)/\($0.denominator)" }
        == ["30000/1001", "24000/1001", "60000/1001", "25/1", "30/1", "12500/1000", "100/1000"])
  }

  @Test func aTimelineRejectsTimesThatDoNotIncrease() throws {
    var timeline = MovieTimeline(timeBase: TimeBase(cffmpeg_ratio(numerator: 1, denominator: 1000)))
    #expect(try timeline.place(MediaTime(value: 1, timescale: 3), duration: .invalid) == (333, 0))
    let same = #expect(throws: MovieTimeline.RejectedTime.self) {
      _ = try timeline.place(MediaTime(value: 3333, timescale: 10_000), duration: .invalid)
    }
    #expect(same?.reason.contains("not after") == true)
    #expect(
      try timeline.place(MediaTime(value: 2, timescale: 3), duration: MediaTime(value: 1, timescale: 3)) == (
        667, 333
      ))
  }

  @Test func aTimelineOfReferenceFramesDropsNoneInTheSameTick() throws {
    var timeline = MovieTimeline(timeBase: TimeBase(numerator: 1, denominator: 100), keepsAll: true)
    let times = [0, 4, 6, 8, 40, 40].map { MediaTime(value: $0, timescale: 1_000) }
    var places: [Int64] = []
    for time in times.dropLast() { places.append(try timeline.place(time, duration: .invalid).time) }
    #expect(places == [0, 1, 2, 3, 4])
    #expect(throws: MovieTimeline.RejectedTime.self) { _ = try timeline.place(times[5], duration: .invalid) }
    for number in 0..<50 {
      let time = MediaTime(value: 41_000 + Int64(number), timescale: 1_000_000)
      _ = try timeline.place(time, duration: .invalid)
    }
    #expect(throws: MovieTimeline.RejectedTime.self) {
      _ = try timeline.place(MediaTime(value: 42_000, timescale: 1_000_000), duration: .invalid)
    }
  }

  @Test func theFilenameExtensionSelectsTheContainer() {
    #expect(MovieContainer(path: "a/b.MP4") == .mp4)
    #expect(MovieContainer(path: "b.mp4/c") == nil)
    #expect(MovieContainer(path: "mkv") == nil)
    for name in MovieContainer.pathExtensions { #expect(MovieContainer(path: "a." + name) != nil) }
  }

  @Test func codecsThatRequireEvenSizesReceiveThem() {
    let odd = VideoDimensions(width: 95, height: 63)
    let plan = VideoEncoderPlan(
      dimensions: odd, colorMatrix: .bt709, options: MovieWritingOptions(averageBitRate: 123_456),
      allowsFrameReordering: false)
    let choices = plan.choices([.h264, .mpeg4, .jpeg])
    #expect(choices.first?.name == "libx264")
    #expect(
      choices.filter { $0.codec == .h264 }.allSatisfy { $0.dimensions == VideoDimensions(width: 96, height: 64) })
    #expect(choices.filter { $0.codec != .h264 }.allSatisfy { $0.dimensions == odd })
    #expect(choices.allSatisfy { $0.options.contains("b=123456") && $0.reorderedFrameCount == 0 })
  }

  @Test(
    "The orientation of WebP is read from EXIF, with or without the JPEG prefix",
    arguments: [[], Array("Exif".utf8) + [0, 0]])
  func webPOrientation(_ prefix: [UInt8]) {
    let exif =
      prefix + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    func orientation(flags: UInt8, _ chunks: [UInt8]) -> ImageOrientation? {
      let file = Array("RIFF....WEBP".utf8) + chunk("VP8X", [flags, 0, 0, 0, 9, 0, 0, 9, 0, 0]) + chunks
      for count in file.indices {
        _ = WebPHeader.orientation { Array(file.prefix(count).dropFirst($0).prefix($1)) }
      }
      return WebPHeader.orientation { Array(file.dropFirst($0).prefix($1)) }
    }
    #expect(orientation(flags: 8, chunk("VP8 ", [1, 2, 3]) + chunk("EXIF", exif)) == .right)
    #expect(orientation(flags: 10, chunk("ANIM", [1, 2]) + chunk("EXIF", exif)) == .right)
    #expect(orientation(flags: 0, chunk("EXIF", exif)) == nil)
    #expect(orientation(flags: 8, chunk("VP8 ", [1, 2, 3])) == nil)
  }

  @Test func truncatedFilesAreDetected() {
    func extent(_ bytes: [UInt8]) -> MovieCompleteness {
      MovieCompleteness(byteCount: bytes.count) { Array(bytes.dropFirst($0).prefix($1)) }
    }
    let boxes = box("ftyp", 8) + box("moov", 32) + box("mdat", 100) + box("moof", 24) + box("mdat", 16)
    #expect(!extent(boxes).isTruncated)
    #expect(!extent(boxes + [0, 0, 0, 0, 0, 0, 0, 0, 9]).isTruncated)
    #expect(extent(Array(boxes.dropLast())).isTruncated)
    #expect(extent(Array(boxes.dropLast())).usableByteCount == boxes.count - 1)
    // An incomplete index of a fragment is unusable.
    let cut = extent(Array(boxes.prefix(170)))
    #expect(cut.isTruncated)
    #expect(cut.usableByteCount == 164 + 0)
    let riff = Array("RIFF".utf8) + [20, 0, 0, 0] + Array("AVI ".utf8) + [UInt8](repeating: 0, count: 16)
    #expect(!extent(riff).isTruncated)
    #expect(extent(Array(riff.dropLast())).isTruncated)
    #expect(!extent([]).isTruncated)
  }

  private func box(_ type: String, _ length: Int) -> [UInt8] {
    [0, 0, 0, UInt8(length)] + Array(type.utf8) + [UInt8](repeating: 0, count: length - 8)
  }
}

extension FrameSearch.Step: Equatable where Frame: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.next, .next): true
    case (.found(let left), .found(let right)): left == right
    case (.restart(let left), .restart(let right)): left == right
    default: false
    }
  }
}
