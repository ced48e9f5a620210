import AVFoundation
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

@Suite("AVAssetWriter")
struct AssetWriterTests {
  @Test(
    "The samples of a written movie have the same frames, order and times", arguments: [AVFileType.mov, .mp4])
  func pictures(fileType: AVFileType) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie")
      try await WrittenMovie.write(url, count: 40, fileType: fileType)
      let samples = try await WrittenMovie.samples(url)
      #expect(samples.map(\.presentationTimeStamp) == (0..<40).map { WrittenMovie.time($0) })
      for index in stride(from: 0, to: 40, by: 6) {
        #expect(try WrittenMovie.number(of: #require(samples[index].storedPicture), among: 40) == index)
      }
      let duration = try await AVURLAsset(url: url).load(.duration)
      #expect(duration == CMTime(value: 40, timescale: 25))
    }
  }

  @Test("Sound and images are complete in the file, however soon the writer finishes")
  func both() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      let audio = AVAssetWriterInput(
        mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16])
      for input in [video, audio] { writer.add(input) }
      #expect(writer.inputs.count == 2)
      try #require(writer.startWriting())
      // A clock that started long ago.
      let start = CMTime(value: 100_000, timescale: 1)
      writer.startSession(atSourceTime: start)
      for index in 0..<75 {
        try await WrittenMovie.append(
          WrittenMovie.frame(index, at: WrittenMovie.time(index, from: start)), to: video)
        try await WrittenMovie.append(WrittenMovie.sound(1_920, at: 4_800_000_000 + index * 1_920), to: audio)
      }
      await writer.finishWriting()
      #expect(writer.status == .completed && writer.error == nil)
      #expect(try await WrittenMovie.samples(url).count == 75)
      let sound = try await WrittenMovie.samples(url, .audio)
      #expect(sound.first?.presentationTimeStamp == .zero)
      #expect(WrittenMovie.values(sound) == (0..<75 * 1_920).map { WrittenMovie.saw($0) })
    }
  }

  @Test("Samples before the start and after the end of the session are not in the file")
  func session() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let video = AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [AVVideoCompressionPropertiesKey: [AVVideoAllowFrameReorderingKey: false]])
      video.mediaTimeScale = 600
      let audio = AVAssetWriterInput(
        mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16])
      for input in [video, audio] { writer.add(input) }
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: WrittenMovie.time(5))
      writer.endSession(atSourceTime: WrittenMovie.time(20) + CMTime(value: 1, timescale: 50))
      for index in 0..<30 { try await WrittenMovie.append(WrittenMovie.frame(index), to: video) }
      try await WrittenMovie.append(WrittenMovie.sound(48_000, at: 4_800), to: audio)
      await writer.finishWriting()
      let frames = try await WrittenMovie.samples(url)
      #expect(frames.map(\.presentationTimeStamp) == (0..<16).map { WrittenMovie.time($0) })
      #expect(try WrittenMovie.number(of: #require(frames.first?.storedPicture), among: 30) == 5)
      // The last image is shown until the end.
      #expect(frames.last?.duration == CMTime(value: 1, timescale: 50))
      #expect(try await AVURLAsset(url: url).load(.duration) == CMTime(value: 62, timescale: 100))
      let sound = WrittenMovie.values(try await WrittenMovie.samples(url, .audio))
      #expect(sound == (9_600..<39_360).map { WrittenMovie.saw($0) })
    }
  }

  @Test("Buffers of the adaptor's pool become frames")
  func adaptor() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(url: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(
        assetWriterInput: input,
        sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
      writer.add(input)
      #expect(adaptor.pixelBufferPool == nil)
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      let pool = try #require(adaptor.pixelBufferPool)
      for index in 0..<10 {
        try await WrittenMovie.ready(input)
        var buffer: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
        let pixels = try #require(buffer)
        CVPixelBufferLockBaseAddress(pixels, [])
        let count = CVPixelBufferGetBytesPerRow(pixels) * CVPixelBufferGetHeight(pixels)
        memset(try #require(CVPixelBufferGetBaseAddress(pixels)), Int32(20 * index + 20), count)
        CVPixelBufferUnlockBaseAddress(pixels, [])
        #expect(adaptor.append(pixels, withPresentationTime: WrittenMovie.time(index)))
      }
      await writer.finishWriting()
      let greys = try await WrittenMovie.samples(url).map { sample in
        let picture = try #require(sample.storedPicture).converted(to: .bgra)
        return picture.withUnsafePlane(0) { Int($0[0]) }
      }
      #expect(greys.count == 10)
      for (index, grey) in greys.enumerated() { #expect(abs(grey - (20 * index + 20)) < 6) }
    }
  }

  @Test("An existing file and a missing folder are errors with the path of the file", arguments: [true, false])
  func failures(fileExists: Bool) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: fileExists ? "taken.mov" : "missing/movie.mov")
      if fileExists { folder.file("taken.mov", [1, 2, 3]) }
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
      writer.add(input)
      #expect(!writer.startWriting())
      #expect(writer.status == .failed)
      let error = try #require(writer.error as? AVError)
      #expect(error.code == (fileExists ? .fileAlreadyExists : .cannotWrite) && error.subject == url.path)
      #expect(!input.append(try WrittenMovie.frame(0)))
      await writer.finishWriting()
      #expect(writer.status == .failed)
      if fileExists { #expect(try Data(contentsOf: url) == Data([1, 2, 3])) }
    }
  }

  @Test("A cancelled writer and a writer without samples leave no file", arguments: [true, false])
  func nothing(isCancelled: Bool) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      writer.add(input)
      try #require(writer.startWriting())
      #expect(folder.contents == ["movie.mov"])
      writer.startSession(atSourceTime: .zero)
      if isCancelled {
        for index in 0..<3 { try await WrittenMovie.append(WrittenMovie.frame(index), to: input) }
        writer.cancelWriting()
        #expect(try writer.status == .cancelled && !input.append(WrittenMovie.frame(4)))
      } else {
        await writer.finishWriting()
        #expect((writer.error as? AVError)?.code == .noDataCaptured)
      }
      #expect(folder.contents.isEmpty)
    }
  }

  @Test("Invalid calls have no effect")
  func misuse() throws {
    try TemporaryFolder.with { folder in
      let writer = try AVAssetWriter(outputURL: folder.url.appending(path: "movie.mov"), fileType: .mov)
      #expect(!writer.startWriting() && writer.status == .unknown)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      writer.add(input)
      writer.add(input)
      #expect(writer.inputs.count == 1 && !writer.canAdd(input))
      try #require(writer.startWriting())
      #expect(!writer.startWriting() && writer.status == .writing)
      input.transform = CGAffineTransform(rotationAngle: .pi / 2)
      #expect(input.transform == .identity)
      writer.movieFragmentInterval = .zero
      #expect(writer.movieFragmentInterval == .invalid)
      writer.cancelWriting()
      #expect(throws: AVError.self) {
        try AVAssetWriter(outputURL: folder.url.appending(path: "a.heic"), fileType: .heic)
      }
    }
  }

  @Test("canApply and canAdd reject invalid settings")
  func settings() throws {
    let writer = try AVAssetWriter(outputURL: URL(filePath: "/tmp/never.mp4"), fileType: .mp4)
    let good: [String: Any] = [
      AVVideoCodecKey: "avc1", AVVideoWidthKey: 640, AVVideoHeightKey: NSNumber(value: 480),
    ]
    #expect(writer.canApply(outputSettings: good, forMediaType: .video))
    #expect(writer.canApply(outputSettings: nil, forMediaType: .audio))
    let aac: [String: Any] = [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
    ]
    #expect(writer.canApply(outputSettings: aac, forMediaType: .audio))
    for bad in [
      [AVVideoCodecKey: "nope"], [AVVideoCodecKey: AVVideoCodecType.png], [AVVideoWidthKey: 640],
      [AVVideoWidthKey: -1, AVVideoHeightKey: 3], [AVVideoWidthKey: 1e300, AVVideoHeightKey: 3],
      [AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: -5]],
    ] as [[String: Any]] {
      #expect(!writer.canApply(outputSettings: bad, forMediaType: .video), "\(bad)")
      #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: bad)))
    }
    for bad in [[AVSampleRateKey: -5], [AVNumberOfChannelsKey: 200]] as [[String: Any]] {
      #expect(!writer.canApply(outputSettings: bad, forMediaType: .audio), "\(bad)")
    }
    // MPEG-4 files do not support linear PCM.
    #expect(!writer.canApply(outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM], forMediaType: .audio))
    #expect(!writer.canApply(outputSettings: nil, forMediaType: .metadataObject))
  }
}
