import Fixtures
import Foundation
import OpenCapture
import Testing

/// Files in formats that this package does not write, created by the `ffmpeg` tool.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not installed"))
struct ForeignFilesTests {
  private func make(_ name: String, in folder: TemporaryFolder, _ arguments: String) throws -> String {
    let path = folder.path(name)
    let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1"]
    let options = arguments.split(separator: " ").map(String.init)
    let outcome = try Command(at: "/usr/bin/ffmpeg").run(source + options + ["-y", path])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return path
  }

  /// Returns the first frame of the source, decoded by FFmpeg.
  private func reference(in folder: TemporaryFolder, _ arguments: String = "") throws -> PixelBuffer {
    let path = try make("reference.bmp", in: folder, "-frames:v 1 \(arguments) -pix_fmt bgr24")
    return try StillPictureReader().sample(contentsOf: path).image()
  }

  @Test(arguments: ["libx264 -x264-params ref=16:bframes=0:keyint=30", "ffv1"])
  func memoryOfFramesIsLimited(codec: String) throws {
    try TemporaryFolder.with { folder in
      let path = try make("a.mkv", in: folder, "-s 640x480 -c:v " + codec)
      // An I420 frame takes 460,800 bytes plus padding, and the encoder uses 16 reference frames.
      let many = MovieReadingOptions(maximumMemory: 32 << 20)
      let few = MovieReadingOptions(maximumMemory: 5 << 18)
      #expect(TestMovie.read(try MovieReader(contentsOf: path, options: many)).samples.count == 25)
      // Retained frames count towards the limit.
      let (samples, error) = TestMovie.read(try MovieReader(contentsOf: path, options: few))
      #expect((1...2).contains(samples.count) || codec.contains("x264"))
      #expect(error?.code == .tooLarge)
      #expect(error?.reason == "frames exceed the limit of 1 MB of memory")
      guard codec == "ffv1" else { return }
      // Released frames do not count.
      let reader = try MovieReader(contentsOf: path, options: few)
      for _ in 0..<25 { #expect(try reader.nextSample() != nil) }
      #expect(try reader.nextSample() == nil)
    }
  }

  @Test func animationsTooComplexForTheirSizeAreRejected() throws {
    // A hundred frames of one pixel each, on a canvas of 3000 by 3000 pixels.
    func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    let size = word(3000) + word(3000)
    let screen = Array("GIF89a".utf8) + size + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    // Without this extension, FFmpeg 6 and later take all of them for one frame.
    let control: [UInt8] = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
    let place = [0, 0, 1, 1].flatMap(word)
    let frame: [UInt8] = control + [0x2c] + place + [0, 2, 2, 0x44, 1, 0]
    let frames = (0..<100).flatMap { _ in frame }
    let bytes = screen + frames + [0x3b]
    let (samples, error) = TestMovie.read(try TestMovie.reader(bytes))
    #expect(samples.count > 50 && samples.count < 70)
    #expect(error?.code == .corrupt)
    #expect(error?.reason.contains("too complex for the size of its file") == true)
  }

  @Test func errorsNameTheForbiddenDecoder() throws {
    try TemporaryFolder.with { folder in
      let path = try make("a.avi", in: folder, "-c:v snow -strict experimental -pix_fmt yuv420p")
      let error = #expect(throws: MovieError.self) { try MovieReader(contentsOf: path) }
      #expect(error?.code == .unsupportedCodec)
      #expect(error?.reason == "this codec is not supported (snow)")
    }
  }

  @Test(arguments: [("a.gif", ""), ("a.bmp", ""), ("a.mp4", "-c:v mpeg4")])
  func framesAboveThePixelLimitAreTooLarge(name: String, arguments: String) throws {
    try TemporaryFolder.with { folder in
      let path = try make(name, in: folder, (name.hasSuffix("mp4") ? "" : "-frames:v 1 ") + arguments)
      // Decoders include their padding.
      let enough = MovieReadingOptions(maximumPixelCount: 1 << 20)
      #expect(throws: Never.self) { try MovieReader(contentsOf: path, options: enough).nextSample() }
      let less = MovieReadingOptions(maximumPixelCount: 96 * 64 - 1)
      let error = #expect(throws: MovieError.self) {
        let reader = try MovieReader(contentsOf: path, options: less)
        while try reader.nextSample() != nil {}
      }
      #expect(error?.code == .tooLarge, "\(error?.reason ?? "none")")
      #expect(error?.reason.contains("96×64 exceeds the limit of 6143 pixels") == true)
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
  func pixelsAreConvertedToTheNearestFormat(name: String, arguments: String, format: PixelFormat) throws {
    try TemporaryFolder.with { folder in
      let reader = try MovieReader(contentsOf: make(name, in: folder, arguments))
      let (samples, error) = TestMovie.read(reader)
      #expect(error == nil)
      #expect(samples.count == 25)
      #expect(samples.first?.format.pixelFormat == format)
      let picture = try #require(samples.first).image()
      // Several methods exist for upsampling the source's chroma.
      #expect(
        try picture.peakSignalToNoiseRatio(to: reference(in: folder))
          > (format.isYCbCr || format == .bgra ? 25 : 37))
    }
  }

  /// The supported formats, except those that the `ffmpeg` tool cannot produce, such as NV16.
  private static let formatsThatAreMade: [PixelFormat] = {
    // A line such as `IO... nv12` shows whether conversion from and to the format is supported.
    let formats = (try? Command(at: "/usr/bin/ffmpeg").run(["-v", "error", "-pix_fmts"]).lines) ?? []
    let unmade = formats.map { $0.split(separator: " ") }.filter {
      $0.first?.dropFirst().first == "." && $0.count > 1
    }
    let names = Set(unmade.map { String($0[1]) })
    return PixelFormat.supported.filter { !names.contains($0.ffmpegName ?? "") }
  }()

  @Test("Pixels in every supported format are delivered unchanged", arguments: formatsThatAreMade)
  func supportedPixelsAreUnchanged(format: PixelFormat) throws {
    let name = try #require(format.ffmpegName)
    // Matroska stores the range, but does not support RGB.
    let isFullRange = format.isYCbCr && format.colorRange == .full
    let range = isFullRange ? "-vf scale=in_range=tv:out_range=pc -color_range pc " : ""
    try TemporaryFolder.with { folder in
      let path = try make(isFullRange ? "a.mkv" : "a.nut", in: folder, "-c:v rawvideo \(range)-pix_fmt \(name)")
      let sample = try #require(try MovieReader(contentsOf: path).nextSample())
      #expect(sample.format.pixelFormat == format)
      let colours = format == .grey ? "-vf format=gray" : ""
      #expect(try sample.image().peakSignalToNoiseRatio(to: reference(in: folder, colours)) > 25)
    }
  }

  @Test(arguments: [("grey.mkv", "-c:v ffv1 -pix_fmt gray"), ("grey16.mkv", "-c:v ffv1 -pix_fmt gray16le")])
  func greyVideoStaysGrey(name: String, arguments: String) throws {
    try TemporaryFolder.with { folder in
      let sample = try MovieReader(contentsOf: make(name, in: folder, arguments)).nextSample()
      #expect(sample?.format.pixelFormat == .grey)
    }
  }

  @Test(arguments: [
    ("a.webp", "-lossless 1 -pix_fmt bgra"),
    ("a.bmp", ""),
    ("a.png", "-pix_fmt rgb48be"), ("a.jpg", "-q:v 1 -pix_fmt yuvj444p"), ("a.ppm", ""),
  ])
  func imageFormatsOfFFmpegAreRead(name: String, arguments: String) throws {
    try TemporaryFolder.with { folder in
      let path = try make(name, in: folder, "-frames:v 1 \(arguments)")
      #expect(try MovieReader(contentsOf: path).info.isStillPicture)
      let sample = try StillPictureReader().sample(contentsOf: path)
      #expect(!sample.presentationTimeStamp.isValid)
      #expect(try sample.image().peakSignalToNoiseRatio(to: reference(in: folder)) > 25)
    }
  }

  @Test func animationsAreReadAsMoviesAndAsImages() throws {
    try TemporaryFolder.with { folder in
      let path = try make("a.gif", in: folder, "")
      let reader = try MovieReader(contentsOf: path)
      #expect(!reader.info.isStillPicture)
      #expect(TestMovie.read(reader).samples.count == 25)
      #expect(try StillPictureReader().sample(contentsOf: path).pixelBuffer?.dimensions == TestMovie.size)
      let still = try make("b.gif", in: folder, "-frames:v 1")
      #expect(try MovieReader(contentsOf: still).info.isStillPicture)
    }
  }

  @Test func transparencyIsCompositedOverWhiteUnlessRequested() throws {
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

  @Test func unknownFilesReportTheImageError() throws {
    try TemporaryFolder.with { folder in
      let document = folder.file("a.pdf", Array("%PDF-1.4 nothing".utf8)).path
      #expect(throws: PictureError.self) { try SampleBuffer(pictureAt: document) }
      let picture = try make("a.webp", in: folder, "-frames:v 1")
      #expect(try SampleBuffer(pictureAt: picture).pixelBuffer?.dimensions == TestMovie.size)
      let simple = try make("a.jpg", in: folder, "-frames:v 1")
      #expect(try SampleBuffer(pictureAt: simple).format.codec == .jpeg)
    }
  }

  @Test func moviesAreRejectedAsImages() throws {
    try TemporaryFolder.with { folder in
      let path = try make("a.mp4", in: folder, "-c:v mpeg4")
      let error = #expect(throws: MovieError.self) { try StillPictureReader().sample(contentsOf: path) }
      #expect(error?.reason == "the file is a movie, not an image")
    }
  }

  @Test func framesCanChangeTheirSize() throws {
    try TemporaryFolder.with { folder in
      let small = try make("a.mjpeg", in: folder, "-c:v mjpeg -frames:v 3")
      let large = try make("b.mjpeg", in: folder, "-c:v mjpeg -frames:v 2 -s 128x96")
      let bytes = try [small, large].map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
      let (samples, error) = TestMovie.read(try TestMovie.reader(bytes[0] + bytes[1]))
      #expect(error == nil)
      #expect(samples.map(\.format.videoDimensions.width) == [96, 96, 96, 128, 128])
    }
  }

  @Test func framesWithoutTimesFollowTheirPredecessors() throws {
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
  func seekingIsExactDespiteReordering(name: String, arguments: String) throws {
    try TemporaryFolder.with { folder in
      let reader = try MovieReader(contentsOf: make(name, in: folder, arguments))
      let all = TestMovie.read(reader).samples
      #expect(all.count == 25)
      // After seeking into the last open GOP, FFmpeg loses the last frame of a movie.
      for index in arguments.contains("open-gop")
        ? [23, 11, 10, 9, 0, 1, 20] : [24, 11, 10, 9, 8, 7, 0, 1, 19, 20, 21]
      {
        try reader.seek(to: all[index].presentationTimeStamp)
        let sample = try #require(try reader.nextSample())
        #expect(sample.presentationTimeStamp == all[index].presentationTimeStamp, "frame \(index)")
        #expect(try sample.image().peakSignalToNoiseRatio(to: all[index].image()) == .infinity, "frame \(index)")
      }
      #expect(TestMovie.read(reader).error == nil)
    }
  }
}

extension Double {
  fileprivate func isAbout(_ other: Double) -> Bool { abs(self - other) < 1e-4 }
}
