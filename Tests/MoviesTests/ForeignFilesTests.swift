import Fixtures
import Foundation
import OpenCapture
import Testing

/// Files that this package doesn't write, made by FFmpeg's command.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "there is no ffmpeg"))
struct ForeignFilesTests {
  private func make(_ name: String, in folder: TemporaryFolder, _ arguments: String) throws -> String {
    let path = folder.path(name)
    let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1"]
    let options = arguments.split(separator: " ").map(String.init)
    let outcome = try Command(at: "/usr/bin/ffmpeg").run(source + options + ["-y", path])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return path
  }

  /// The first frame of the source, as FFmpeg itself sees it.
  private func reference(in folder: TemporaryFolder, _ arguments: String = "") throws -> PixelBuffer {
    let path = try make("reference.bmp", in: folder, "-frames:v 1 \(arguments) -pix_fmt bgr24")
    return try StillPictureReader().sample(contentsOf: path).image()
  }

  @Test(arguments: ["libx264 -x264-params ref=16:bframes=0:keyint=30", "ffv1"])
  func whatFramesHoldIsBounded(codec: String) throws {
    try TemporaryFolder.with { folder in
      let path = try make("a.mkv", in: folder, "-s 640x480 -c:v " + codec)
      // A frame in I420 takes 460,800 bytes and some edges; an encoder that was asked for 16 others refers to them.
      let (many, few) = (MovieReadingOptions(maximumMemory: 32 << 20), MovieReadingOptions(maximumMemory: 5 << 18))
      #expect(TestMovie.read(try MovieReader(contentsOf: path, options: many)).samples.count == 25)
      // What is kept counts.
      let (samples, error) = TestMovie.read(try MovieReader(contentsOf: path, options: few))
      #expect((1...2).contains(samples.count) || codec.contains("x264"))
      #expect(error?.code == .tooLarge)
      #expect(error?.reason == "its frames take more than the limit of 1 MB of memory")
      guard codec == "ffv1" else { return }
      // What is given back counts no more.
      let reader = try MovieReader(contentsOf: path, options: few)
      for _ in 0..<25 { #expect(try reader.nextSample() != nil) }
      #expect(try reader.nextSample() == nil)
    }
  }

  @Test func anAnimationIsNoMoreWorkThanItsBytesAreWorth() throws {
    // A frame of a pixel is shown as large as the whole: 3000 by 3000, a hundred times.
    func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    let screen = Array("GIF89a".utf8) + word(3000) + word(3000) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let frame = [0x2c] + word(0) + word(0) + word(1) + word(1) + [0, 2, 2, 0x44, 1, 0]
    let bytes = screen + (0..<100).flatMap { _ in frame } + [0x3b]
    let (samples, error) = TestMovie.read(try TestMovie.reader(bytes))
    #expect(samples.count > 50 && samples.count < 70)
    #expect(error?.code == .corrupt)
    #expect(error?.reason.contains("far more work than so few bytes can need") == true)
  }

  @Test func aDecoderThatIsNotOnTheListIsSaid() throws {
    try TemporaryFolder.with { folder in
      let path = try make("a.avi", in: folder, "-c:v snow -strict experimental -pix_fmt yuv420p")
      let error = #expect(throws: MovieError.self) { try MovieReader(contentsOf: path) }
      #expect(error?.code == .unsupportedCodec)
      #expect(error?.reason == "movies in this codec are not read (snow)")
    }
  }

  @Test(arguments: [("a.gif", ""), ("a.bmp", ""), ("a.mp4", "-c:v mpeg4")])
  func morePixelsThanTheLimitAreTooLarge(name: String, arguments: String) throws {
    try TemporaryFolder.with { folder in
      let path = try make(name, in: folder, (name.hasSuffix("mp4") ? "" : "-frames:v 1 ") + arguments)
      // Decoders count the edges that they add.
      let enough = MovieReadingOptions(maximumPixelCount: 1 << 20)
      #expect(throws: Never.self) { try MovieReader(contentsOf: path, options: enough).nextSample() }
      let less = MovieReadingOptions(maximumPixelCount: 96 * 64 - 1)
      let error = #expect(throws: MovieError.self) {
        let reader = try MovieReader(contentsOf: path, options: less)
        while try reader.nextSample() != nil {}
      }
      #expect(error?.code == .tooLarge, "\(error?.reason ?? "none")")
      #expect(error?.reason.contains("96×64 are more than the limit of 6143 pixels") == true)
    }
  }

  @Test(arguments: [
    ("a.mkv", "-c:v ffv1 -pix_fmt yuv420p", PixelFormat.i420), ("a.mkv", "-c:v ffv1 -pix_fmt yuv422p", .i422),
    ("a.mkv", "-c:v ffv1 -pix_fmt yuv444p", .bgra), ("a.mkv", "-c:v ffv1 -pix_fmt yuv420p10le", .i420),
    ("a.mkv", "-c:v ffv1 -pix_fmt yuv422p10le", .i422), ("a.mkv", "-c:v ffv1 -pix_fmt bgra", .bgra),
    ("a.avi", "-c:v mjpeg -q:v 1 -pix_fmt yuvj422p", .yuyvFullRange),
    ("a.avi", "-c:v mjpeg -q:v 1 -pix_fmt yuvj420p", .i420FullRange),
    ("a.avi", "-c:v rawvideo -pix_fmt bgr24", .bgr24),
    ("a.nut", "-c:v rawvideo -pix_fmt nv12", .nv12), ("a.nut", "-c:v rawvideo -pix_fmt yuyv422", .yuyv),
    ("a.nut", "-c:v rawvideo -pix_fmt uyvy422", .uyvy), ("a.nut", "-c:v rawvideo -pix_fmt rgb565le", .bgra),
    ("a.mov", "-c:v png -pix_fmt rgb24", .rgb24), ("a.ts", "-c:v mpeg2video -q:v 1", .i420),
  ])
  func pixelsArriveInTheNearestFormat(name: String, arguments: String, format: PixelFormat) throws {
    try TemporaryFolder.with { folder in
      let reader = try MovieReader(contentsOf: make(name, in: folder, arguments))
      let (samples, error) = TestMovie.read(reader)
      #expect(error == nil)
      #expect(samples.count == 25)
      #expect(samples.first?.formatDescription.pixelFormat == format)
      let picture = try #require(samples.first).image()
      // The source has halved chroma, which can be brought back in more ways than one.
      #expect(try picture.likeness(to: reference(in: folder)) > (format.isYCbCr || format == .bgra ? 25 : 37))
    }
  }

  /// The formats in the table, but for those of which ffmpeg has the name alone and makes no pictures, as of NV16.
  private static let formatsThatAreMade: [PixelFormat] = {
    // Such as `IO... nv12`: whether it converts from it, and to it.
    let formats = (try? Command(at: "/usr/bin/ffmpeg").run(["-v", "error", "-pix_fmts"]).lines) ?? []
    let unmade = formats.map { $0.split(separator: " ") }.filter {
      $0.first?.dropFirst().first == "." && $0.count > 1
    }
    let names = Set(unmade.map { String($0[1]) })
    return PixelFormat.supported.filter { !names.contains($0.ffmpegName ?? "") }
  }()

  @Test("Pixels of every format in the table stay as FFmpeg has them", arguments: formatsThatAreMade)
  func pixelsOfTheTableStay(format: PixelFormat) throws {
    let name = try #require(format.ffmpegName)
    // Matroska says which range it is; red, green and blue it doesn't take.
    let isFullRange = format.isYCbCr && format.colorRange == .full
    let range = isFullRange ? "-vf scale=in_range=tv:out_range=pc -color_range pc " : ""
    try TemporaryFolder.with { folder in
      let path = try make(isFullRange ? "a.mkv" : "a.nut", in: folder, "-c:v rawvideo \(range)-pix_fmt \(name)")
      let sample = try #require(try MovieReader(contentsOf: path).nextSample())
      #expect(sample.formatDescription.pixelFormat == format)
      let colours = format == .grey ? "-vf format=gray" : ""
      #expect(try sample.image().likeness(to: reference(in: folder, colours)) > 25)
    }
  }

  @Test(arguments: [("grey.mkv", "-c:v ffv1 -pix_fmt gray"), ("grey16.mkv", "-c:v ffv1 -pix_fmt gray16le")])
  func greyStaysGrey(name: String, arguments: String) throws {
    try TemporaryFolder.with { folder in
      let sample = try MovieReader(contentsOf: make(name, in: folder, arguments)).nextSample()
      #expect(sample?.formatDescription.pixelFormat == .grey)
    }
  }

  @Test(arguments: [
    ("a.webp", "-lossless 1 -pix_fmt bgra"),
    ("a.bmp", ""),
    ("a.png", "-pix_fmt rgb48be"), ("a.jpg", "-q:v 1 -pix_fmt yuvj444p"), ("a.ppm", ""),
  ])
  func picturesThatFFmpegKnowsAreRead(name: String, arguments: String) throws {
    try TemporaryFolder.with { folder in
      let path = try make(name, in: folder, "-frames:v 1 \(arguments)")
      #expect(try MovieReader(contentsOf: path).info.isStillPicture)
      let sample = try StillPictureReader().sample(contentsOf: path)
      #expect(!sample.presentationTimeStamp.isValid)
      #expect(try sample.image().likeness(to: reference(in: folder)) > 25)
    }
  }

  @Test func anAnimationIsAMovieAndItsFirstFrameAPicture() throws {
    try TemporaryFolder.with { folder in
      let path = try make("a.gif", in: folder, "")
      let reader = try MovieReader(contentsOf: path)
      #expect(!reader.info.isStillPicture)
      #expect(TestMovie.read(reader).samples.count == 25)
      #expect(try StillPictureReader().sample(contentsOf: path).imageBuffer?.dimensions == TestMovie.size)
      let still = try make("b.gif", in: folder, "-frames:v 1")
      #expect(try MovieReader(contentsOf: still).info.isStillPicture)
    }
  }

  @Test func transparencyIsLaidOverWhiteUnlessItIsAskedFor() throws {
    try TemporaryFolder.with { folder in
      let path = try make(
        "a.webp", in: folder, "-frames:v 1 -vf format=bgra,colorchannelmixer=aa=0 -lossless 1")
      let paper = try StillPictureReader().sample(contentsOf: path).image()
      let kept = try StillPictureReader(options: MovieReadingOptions(keepsAlpha: true)).sample(contentsOf: path)
        .image()
      #expect(paper.withUnsafePlane(0) { Array($0.prefix(4)) } == [255, 255, 255, 255])
      #expect(kept.withUnsafePlane(0) { $0[3] } == 0)
    }
  }

  @Test func whatIsNeitherIsSaidByThePicturesError() throws {
    try TemporaryFolder.with { folder in
      let document = folder.file("a.pdf", Array("%PDF-1.4 nothing".utf8)).path
      #expect(throws: PictureError.self) { try SampleBuffer(pictureAt: document) }
      let picture = try make("a.webp", in: folder, "-frames:v 1")
      #expect(try SampleBuffer(pictureAt: picture).imageBuffer?.dimensions == TestMovie.size)
      let simple = try make("a.jpg", in: folder, "-frames:v 1")
      #expect(try SampleBuffer(pictureAt: simple).formatDescription.codec == .jpeg)
    }
  }

  @Test func aMovieIsNoPicture() throws {
    try TemporaryFolder.with { folder in
      let path = try make("a.mp4", in: folder, "-c:v mpeg4")
      let error = #expect(throws: MovieError.self) { try StillPictureReader().sample(contentsOf: path) }
      #expect(error?.reason == "this is a movie, not a picture")
    }
  }

  @Test func framesCanChangeTheirSize() throws {
    try TemporaryFolder.with { folder in
      let small = try make("a.mjpeg", in: folder, "-c:v mjpeg -frames:v 3")
      let large = try make("b.mjpeg", in: folder, "-c:v mjpeg -frames:v 2 -s 128x96")
      let bytes = try [small, large].map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
      let (samples, error) = TestMovie.read(try TestMovie.reader(bytes[0] + bytes[1]))
      #expect(error == nil)
      #expect(samples.map(\.formatDescription.dimensions.width) == [96, 96, 96, 128, 128])
    }
  }

  @Test func framesWithoutATimeFollowEachOther() throws {
    try TemporaryFolder.with { folder in
      let samples = TestMovie.read(try MovieReader(contentsOf: make("a.h264", in: folder, "-c:v libx264 -bf 2")))
        .samples
      #expect(samples.count == 25)
      let times = samples.map(\.presentationTimeStamp)
      #expect(zip(times, times.dropFirst()).allSatisfy { ($1 - $0).seconds.isAbout(0.04) })
    }
  }

  @Test(arguments: [
    ("a.mp4", "-c:v libx264 -bf 3 -g 10"), ("a.mkv", "-c:v libx264 -bf 3 -g 10 -x264opts open-gop=1"),
    ("a.ts", "-c:v mpeg2video -bf 2 -g 10"), ("a.mp4", "-c:v libx265 -x265-params log-level=none:keyint=10"),
  ])
  func seekingArrivesWhateverIsReordered(name: String, arguments: String) throws {
    try TemporaryFolder.with { folder in
      let reader = try MovieReader(contentsOf: make(name, in: folder, arguments))
      let all = TestMovie.read(reader).samples
      #expect(all.count == 25)
      // FFmpeg itself loses the last frame of a movie with open groups of pictures, once it went into the last group.
      for index in arguments.contains("open-gop")
        ? [23, 11, 10, 9, 0, 1, 20] : [24, 11, 10, 9, 8, 7, 0, 1, 19, 20, 21]
      {
        try reader.seek(to: all[index].presentationTimeStamp)
        let sample = try #require(try reader.nextSample())
        #expect(sample.presentationTimeStamp == all[index].presentationTimeStamp, "frame \(index)")
        #expect(try sample.image().likeness(to: all[index].image()) == .infinity, "frame \(index)")
      }
      #expect(TestMovie.read(reader).error == nil)
    }
  }
}

extension Double {
  fileprivate func isAbout(_ other: Double) -> Bool { abs(self - other) < 1e-4 }
}
