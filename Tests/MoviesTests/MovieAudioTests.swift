import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite("Audio of movies") struct MovieSoundTests {
  /// Containers with their audio codecs.
  static let ways: [(ending: String, codec: AudioCodecType?)] = [
    ("mp4", nil), ("mp4", .opus), ("mov", nil), ("mov", .linearPCM), ("mov", .appleLossless),
    ("mkv", nil), ("mkv", .aac), ("mkv", .flac), ("mkv", .linearPCM), ("webm", nil), ("avi", nil),
  ]

  @Test("Written audio is read at its own times", arguments: ways)
  func written(ending: String, codec: AudioCodecType?) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.\(ending)")
      let settings = try Clapper.write(path, seconds: 3, options: AudioWritingOptions(codec: codec))
      if let codec { #expect(settings.audioCodec == codec) }
      let movie = try MovieReader(contentsOf: path)
      #expect(movie.info.hasAudio)
      let heard = try Clapper.beeps(of: movie)
      #expect(heard.count == 3)
      for (index, time) in heard.enumerated() { #expect(abs(time - Double(index)) < 0.003, "\(heard)") }
    }
  }

  @Test("Audio is copied unchanged if the other container supports its codec")
  func copied() throws {
    try TemporaryFolder.with { folder in
      let first = folder.path("first.mp4")
      let second = folder.path("second.mkv")
      let third = folder.path("third.webm")
      try Clapper.write(first, seconds: 3)
      let copied = try Clapper.copy(first, to: second)
      #expect(copied.audioCodec == .aac)
      #expect(copied.audioEncoder == nil)
      let encoded = try Clapper.copy(first, to: third)
      #expect(encoded.audioCodec == .opus)
      #expect(encoded.audioEncoder != nil)
      for path in [second, third] {
        let heard = try Clapper.beeps(of: MovieReader(contentsOf: path))
        #expect(heard.count == 3)
        for (index, time) in heard.enumerated() { #expect(abs(time - Double(index)) < 0.003, "\(heard)") }
      }
    }
  }

  @Test("Copied audio starts at the beginning of the new movie")
  func copiedFromTheMiddle() throws {
    try TemporaryFolder.with { folder in
      let first = folder.path("first.mp4")
      let second = folder.path("second.mp4")
      try Clapper.write(first, seconds: 4)
      try Clapper.copy(first, to: second, from: MediaTime(value: 38, timescale: 25))
      let heard = try Clapper.beeps(of: MovieReader(contentsOf: second))
      #expect(heard.count == 2)
      for (index, time) in heard.enumerated() { #expect(abs(time - Double(index) - 0.48) < 0.003, "\(heard)") }
    }
  }

  @Test("Gaps become silence, and overlaps are dropped")
  func gaps() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mkv")
      let writer = try Clapper.writer(path, options: AudioWritingOptions(codec: .linearPCM))
      for part in [0..<1, 2..<4, 3..<5] {
        let sound = try Clapper.sound(part.count, from: part.lowerBound)
        try writer.append(sound)
      }
      try writer.append(Clapper.frame(0))
      try writer.finish()
      let heard = try Clapper.listen(AudioReader(contentsOf: path))
      #expect(heard.beeps.map { Int($0.rounded()) } == [0, 2, 3, 4])
      #expect(heard.frameCount == 5 * 48_000)
    }
  }

  @Test(
    "NaN, infinite and excessive samples become silent, and the audio continues",
    arguments: ["mp4", "webm", "mkv"])
  func wrongNumbers(ending: String) throws {
    let sound = try Clapper.sound(3)
    var buffer = try #require(sound.audioBuffer)
    try buffer.withMutableSamples(Float.self) { samples in
      for (index, wrong) in [Float.nan, .infinity, -.infinity, 1e30].enumerated() {
        samples[30_000 + 50_001 * index] = wrong
      }
    }
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.\(ending)")
      let writer = try Clapper.writer(path)
      try writer.append(SampleBuffer(audioBuffer: buffer, presentationTimeStamp: .zero))
      try writer.append(Clapper.frame(0))
      try writer.finish()
      let heard = try Clapper.listen(AudioReader(contentsOf: path))
      #expect(heard.beeps.map { Int($0.rounded()) } == [0, 1, 2] && heard.frameCount >= 3 * 48_000)
    }
  }

  @Test("Audio in another format is rejected, and the movie continues")
  func refused() throws {
    try TemporaryFolder.with { folder in
      let writer = try Clapper.writer(folder.path("movie.mp4"))
      let other = try AudioFormat(
        commonFormat: .pcmFormatFloat32, sampleRate: 44_100, channels: 2, interleaved: true)
      let strange = SampleBuffer(
        audioBuffer: try .silence(format: other, frameCount: 100), presentationTimeStamp: .zero)
      #expect(throws: MovieError.self) { try writer.append(strange) }
      let timeless = SampleBuffer(audioBuffer: try .silence(format: Clapper.format(), frameCount: 100))
      #expect(throws: MovieError.self) { try writer.append(timeless) }
      try writer.append(Clapper.sound(1))
      try writer.append(Clapper.frame(0))
      try writer.finish()
      #expect(try Clapper.beeps(AudioReader(contentsOf: folder.path("movie.mp4"))).count == 1)
      let silent = try MovieWriter(folder.path("silent.mp4"), for: Clapper.frame(0))
      #expect(throws: MovieError.self) { try silent.append(Clapper.sound(1)) }
    }
  }

  @Test("An unsupported codec is rejected before anything is written")
  func wrongCodec() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.webm")
      let error = #expect(throws: MovieError.self) {
        try Clapper.writer(path, options: AudioWritingOptions(codec: .aac))
      }
      #expect(error?.code == .invalidOption)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("Seeking is exact to one audio frame", arguments: ["mp4", "mkv", "webm"])
  func seek(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.\(ending)")
      try Clapper.write(path, seconds: 4)
      let sound = try AudioReader(contentsOf: path)
      _ = try sound.nextSample()
      try sound.seek(to: MediaTime(value: 5, timescale: 2))
      let first = try #require(try sound.nextSample())
      #expect(abs(first.presentationTimeStamp.seconds - 2.5) < 0.001)
      let heard = try Clapper.beeps(sound)
      #expect(heard.count == 1)
      #expect(abs((heard.first ?? 0) - 3) < 0.025)
    }
  }

  @Test(
    "FFmpeg's tools report no errors, and read both tracks in full length",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe")), arguments: ["mp4", "mov"])
  func foreign(ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.\(ending)")
      try Clapper.write(path, seconds: 3)
      let probed = try Command(at: "/usr/bin/ffprobe").run(
        ["-v", "warning", "-show_entries", "stream=codec_type,duration", "-of", "csv=p=0", path])
      #expect(probed.errors.isEmpty)
      let lengths = probed.lines.compactMap { Double($0.split(separator: ",").last ?? "") }
      #expect(lengths.count == 2)
      for length in lengths { #expect(abs(length - 3) < 0.03) }
    }
  }

  @Test("8-bit audio is converted to 16 bits without loss")
  func bytes() throws {
    func number(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    let samples = (0..<4_000).map { UInt8(truncatingIfNeeded: $0) }
    // Integer PCM, one channel, one byte per frame, 8 bits.
    let format: [UInt8] = [1, 0, 1, 0] + number(8_000) + number(8_000) + [1, 0, 8, 0]
    let chunks = Array("WAVEfmt ".utf8) + number(16) + format + Array("data".utf8) + number(4_000) + samples
    let file = Array("RIFF".utf8) + number(UInt32(chunks.count)) + chunks
    let reader = try AudioReader(DataBuffer(copying: file.span.bytes))
    var heard: [Int16] = []
    while let sound = try reader.nextSample()?.audioBuffer {
      heard += try sound.withSamples(Int16.self) { samples in samples.indices.map { samples[$0] } }
    }
    #expect(heard == samples.map { (Int16($0) - 128) * 256 })
  }

  @Test("A movie without audio reports none, and an audio file is not a movie")
  func without() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("silent.mp4")
      try TestMovie.write(path, times: TestMovie.steadyTimes(4))
      let movie = try MovieReader(contentsOf: path)
      #expect(!movie.info.hasAudio)
      #expect(try movie.audioReader() == nil)
      let error = #expect(throws: MovieError.self) { try AudioReader(contentsOf: path) }
      #expect(error?.code == .noAudio)
    }
  }
}
