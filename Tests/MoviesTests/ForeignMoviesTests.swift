import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

/// Movies written by other programs.
@Suite(
  "Movies of other programs",
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not installed"))
struct ForeignMoviesTests {
  /// Creates a movie that beeps each second, and converts it with FFmpeg options.
  private func make(_ name: String, seconds: Int = 3, _ options: String, in folder: TemporaryFolder) throws
    -> String
  {
    let source = folder.path("source.mkv")
    if !FileManager.default.fileExists(atPath: source) {
      try Clapper.write(source, seconds: seconds, options: AudioWritingOptions(codec: .linearPCM))
    }
    let path = folder.path(name)
    try ffmpeg("-i \(source) \(options) -y \(path)")
    return path
  }

  private func ffmpeg(_ arguments: String) throws {
    let outcome = try Command(at: "/usr/bin/ffmpeg").run(
      ["-v", "error"] + arguments.split(separator: " ").map(String.init))
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    "Audio is copied in the form that the container supports, or re-encoded",
    arguments: [
      ("a.ts", "-c:v copy -c:a aac", "mp4"), ("a.ts", "-c:v copy -c:a aac", "mov"),
      ("a.ts", "-c:v copy -c:a aac", "mkv"), ("a.ts", "-c:v copy -c:a aac -mpegts_flags latm", "mp4"),
      ("a.mkv", "-c:v copy -c:a flac", "mp4"), ("a.mkv", "-c:v copy -c:a flac", "mov"),
      ("a.mkv", "-c:v copy -c:a libopus", "mov"), ("a.mkv", "-c:v copy -c:a libopus", "avi"),
      ("a.mkv", "-c:v copy -c:a libvorbis", "mov"), ("a.ts", "-c:v copy -c:a mp2", "mov"),
      ("a.avi", "-c:v mpeg4 -c:a adpcm_ms", "mp4"), ("a.mkv", "-c:v copy -c:a wavpack", "mkv"),
      ("a.mkv", "-c:v copy -c:a tta", "mkv"), ("a.mkv", "-c:v copy -c:a pcm_f64le", "mp4"),
      ("a.mkv", "-c:v copy -c:a ac3", "avi"), ("a.flv", "-c:v copy -c:a nellymoser -ar 16000", "mp4"),
      ("a.mov", "-c:v copy -c:a adpcm_ima_qt", "mp4"),
      ("a.ts", "-c:v copy -c:a dca -ac 2 -strict -2", "mp4"), ("a.mkv", "-c:v copy -c:a truehd -strict -2", "mp4"),
      ("a.m2ts", "-c:v copy -c:a pcm_bluray -ar 48000 -mpegts_m2ts_mode 1", "mp4"),
    ])
  func sound(_ name: String, _ options: String, _ ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = try make(name, options, in: folder)
      let other = folder.path("other.\(ending)")
      let settings = try Clapper.copy(path, to: other)
      #expect(settings.audioCodec != nil)
      let heard = try Clapper.beeps(of: MovieReader(contentsOf: other))
      try #require(heard.count == 3)
      // Transport streams do not store the length of the encoder's priming.
      for (index, time) in heard.enumerated() { #expect(abs(time - Double(index)) < 0.06, "\(heard)") }
    }
  }

  @Test("Audio in an unsupported codec is reported, and the video continues")
  func unreadableAudio() throws {
    try TemporaryFolder.with { folder in
      let movie = try MovieReader(
        contentsOf: make("a.mkv", "-c:v copy -c:a g723_1 -ar 8000 -ac 1 -b:a 6300", in: folder))
      let first = try #require(try movie.nextSample())
      let writer = try MovieWriter(folder.path("b.mp4"), for: first, sound: .copied(of: movie))
      try writer.append(first)
      try writer.finish()
      #expect(writer.audioDamage?.code == .unsupportedCodec)
      #expect(writer.audioDamage?.reason == "the audio codec g723_1 is not supported; audio was skipped")
      #expect(writer.audioDamage?.hint?.contains("-c:a aac") == true)
    }
  }

  @Test("Times of a transport stream start at its beginning")
  func transportStream() throws {
    try TemporaryFolder.with { folder in
      let movie = try MovieReader(contentsOf: make("a.ts", "-c:v copy -an -output_ts_offset 5000", in: folder))
      #expect(movie.info.startTime.seconds == 0)
      #expect(try movie.nextSample()?.presentationTimeStamp.seconds == 0)
      try movie.seek(to: MediaTime(value: 2, timescale: 1))
      #expect(try movie.nextSample()?.presentationTimeStamp.seconds == 2)
    }
  }

  @Test(
    "Joined transport streams continue at the end of the first, with audio and video in sync",
    arguments: ["", " -output_ts_offset 90000"])
  func joined(_ options: String) throws {
    try TemporaryFolder.with { folder in
      let one = try make("a.ts", seconds: 2, "-c:v copy -c:a mp2", in: folder)
      let two = try make("b.ts", seconds: 2, "-c:v copy -c:a mp2" + options, in: folder)
      let joined = folder.path("joined.ts")
      let bytes = try [one, two, one].map { try Data(contentsOf: URL(filePath: $0)) }
      try bytes.reduce(Data(), +).write(to: URL(filePath: joined))
      let movie = try MovieReader(contentsOf: joined)
      var times: [Double] = []
      // The packet counters are not continuous, which counts as damage.
      do { while let sample = try movie.nextSample() { times.append(sample.presentationTimeStamp.seconds) } } catch
      {}
      try #require(times.count == 150)
      for (index, time) in times.enumerated() { #expect(abs(time - times[0] - 0.04 * Double(index)) < 0.15) }
      for (time, next) in zip(times, times.dropFirst()) { #expect(next > time) }
      let sound = try #require(try MovieReader(contentsOf: joined).audioReader())
      let heard = try Clapper.beeps(sound).map { $0 - times[0] }
      try #require(heard.count == 6)
      for (index, time) in heard.enumerated() { #expect(abs(time - Double(index)) < 0.15, "\(heard)") }
      // Seeking resets the times.
      try movie.seek(to: MediaTime(value: 3, timescale: 1))
      let sample = try #require(try movie.nextSample())
      #expect(abs(sample.presentationTimeStamp.seconds - 3) < 0.1)
    }
  }

  /// Returns the center pixel of a single-color movie, given as signals from 0 to 1 in a color space, in the form of
  /// FFmpeg's `setparams`.
  private func pixel(
    _ signal: [Double], _ space: String, keepsColors: Bool = false, in folder: TemporaryFolder
  ) throws -> [Int] {
    let path = folder.path("color.mkv")
    // Use 16-bit RGB to avoid a conversion before encoding.
    let bytes = signal.flatMap { value in
      withUnsafeBytes(of: UInt16((value * 65535).rounded()).littleEndian) { [UInt8]($0) }
    }
    let raw = folder.path("color.raw")
    try Data((0..<64 * 64).flatMap { _ in bytes }).write(to: URL(filePath: raw))
    let matrix = space.contains("240m") ? "smpte240m" : space.contains("bt2020") ? "bt2020" : "bt709"
    try ffmpeg(
      "-f rawvideo -pix_fmt rgb48le -s 64x64 -i \(raw) -vf scale=out_color_matrix=\(matrix):out_range=tv,"
        + "format=yuv444p12le,setparams=range=tv:colorspace=\(matrix == "bt2020" ? "bt2020nc" : matrix):\(space) "
        + "-c:v ffv1 -y \(path)")
    var options = MovieReadingOptions()
    options.keepsColors = keepsColors
    let sample = try #require(try MovieReader(contentsOf: path, options: options).nextSample())
    let picture = try sample.image(as: .bgra)
    return picture.withUnsafePlane(0) { bytes in
      (0..<3).map { Int(bytes[32 * picture.planes[0].bytesPerRow + 32 * 4 + 2 - $0]) }
    }
  }

  private static let pq = "color_primaries=bt2020:color_trc=smpte2084"
  private static let hlg = "color_primaries=bt2020:color_trc=arib-std-b67"

  @Test("High dynamic range is mapped to standard displays, with the same diffuse white")
  func highDynamicRange() throws {
    try TemporaryFolder.with { folder in
      func grey(_ signal: Double, _ space: String) throws -> Int {
        let pixel = try pixel([signal, signal, signal], space, in: folder)
        #expect(pixel.max()! - pixel.min()! <= 3)
        return pixel[1]
      }
      // 10, 50 and 80 cd/m² are unchanged; 203 cd/m² is white.
      for (signal, light) in [(0.3018, 10), (0.4401, 50), (0.4860, 80)] {
        let expected = 255 * pow(Double(light) / 203, 1 / 2.4)
        #expect(abs(Double(try grey(signal, Self.pq)) - expected) < 5, "\(light)")
      }
      // Values between diffuse white and the peak remain distinct; higher values do not.
      let steps = try [0.52, 0.58, 0.65, 0.70, 0.7518].map { try grey($0, Self.pq) }
      #expect(steps == steps.sorted() && Set(steps).count == steps.count)
      #expect(try #require(steps.last) >= 253)
      #expect(try grey(1, Self.pq) >= 253)
      // Diffuse white of HLG is 75 %.
      #expect(abs(try grey(0.75, Self.hlg) - steps[1]) <= 4)
      let kept = try pixel([0.58, 0.58, 0.58], Self.pq, keepsColors: true, in: folder)
      #expect(kept.allSatisfy { abs($0 - 148) <= 1 }, "\(kept)")
    }
  }

  @Test("Wide gamut is mapped to standard displays")
  func wideGamut() throws {
    try TemporaryFolder.with { folder in
      let bt2020 = "color_primaries=bt2020:color_trc=bt2020-10"
      #expect(try pixel([0.5, 0.5, 0.5], bt2020, in: folder).allSatisfy { abs($0 - 128) <= 2 })
      // The red of BT.709 in the primaries of BT.2020 (ITU-R BT.2087).
      let red = [0.6274, 0.0691, 0.0164].map { pow($0, 1 / 2.4) }
      let seen = try pixel(red, bt2020, in: folder)
      #expect(seen[0] >= 250 && seen[1] < 40 && seen[2] < 40, "\(seen)")
      let green = try pixel([0, 1, 0], "color_primaries=smpte432:color_trc=bt709", in: folder)
      #expect(green == [0, 255, 0])
      // Movies with standard primaries are unchanged.
      let plain = try pixel([0.8, 0.4, 0.2], "color_primaries=bt709:color_trc=bt709", in: folder)
      #expect(zip(plain, [204, 102, 51]).allSatisfy { abs($0 - $1) <= 2 }, "\(plain)")
      let old = try pixel([0, 0.6, 0.9], "color_primaries=smpte240m:color_trc=smpte240m", in: folder)
      #expect(zip(old, [0, 153, 230]).allSatisfy { abs($0 - $1) <= 2 }, "\(old)")
    }
  }

  @Test("The pixel aspect ratio is written and read", arguments: ["mp4", "mov", "mkv", "webm", "avi"])
  func pixelAspectRatio(_ ending: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.\(ending)")
      var options = MovieWritingOptions()
      options.pixelAspectRatio = PixelAspectRatio(horizontalSpacing: 16, verticalSpacing: 11)
      let writer = try MovieWriter(path, for: Clapper.frame(0), options: options)
      for index in 0..<5 { try writer.append(Clapper.frame(index)) }
      try writer.finish()
      let read = try MovieReader(contentsOf: path).info.pixelAspectRatio
      // WebM stores a size in whole pixels.
      #expect(abs(Double(read.horizontalSpacing) / Double(read.verticalSpacing) - 16 / 11) < 0.01)
      options.pixelAspectRatio = PixelAspectRatio(horizontalSpacing: 0, verticalSpacing: 1)
      #expect(throws: MovieError.self) {
        try MovieWriter(folder.path("b.mp4"), for: Clapper.frame(0), options: options)
      }
    }
  }

  @Test("Joined Matroska files continue at the end of the first")
  func joinedMatroska() throws {
    try TemporaryFolder.with { folder in
      let one = try Data(contentsOf: URL(filePath: make("a.mkv", seconds: 2, "-c copy", in: folder)))
      let joined = folder.path("joined.mkv")
      try (one + one).write(to: URL(filePath: joined))
      let movie = try MovieReader(contentsOf: joined)
      var times: [Double] = []
      do { while let sample = try movie.nextSample() { times.append(sample.presentationTimeStamp.seconds) } } catch
      {}
      try #require(times.count == 100)
      for (index, time) in times.enumerated() { #expect(abs(time - times[0] - 0.04 * Double(index)) < 0.1) }
      let sound = try #require(try MovieReader(contentsOf: joined).audioReader())
      let heard = try Clapper.beeps(sound).map { $0 - times[0] }
      #expect(heard.count == 4)
      for (index, time) in heard.enumerated() { #expect(abs(time - Double(index)) < 0.1, "\(heard)") }
    }
  }

  @Test("Frames with equal times are delivered a millisecond apart")
  func equalTimes() throws {
    try TemporaryFolder.with { folder in
      let options = "-an -vf setpts=floor(N/2)*2/25/TB -fps_mode passthrough -c:v libx264 -bf 0"
      let movie = try MovieReader(contentsOf: make("a.mkv", seconds: 1, options, in: folder))
      var times: [MediaTime] = []
      while let sample = try movie.nextSample() { times.append(sample.presentationTimeStamp) }
      try #require(times.count == 25)
      for (time, next) in zip(times, times.dropFirst()) { #expect((next - time).seconds >= 0.000_999) }
    }
  }

  @Test("An encrypted movie is reported as encrypted, not as damaged")
  func encrypted() throws {
    try TemporaryFolder.with { folder in
      let key = String(repeating: "7a", count: 16)
      let options =
        "-c:v copy -c:a aac -encryption_scheme cenc-aes-ctr -encryption_key \(key) -encryption_kid \(key)"
      let path = try make("a.mp4", options, in: folder)
      let error = #expect(throws: MovieError.self) { try MovieReader(contentsOf: path).nextSample() }
      #expect(error?.code == .encrypted && error?.hint != nil)
      // Only the names of the sample descriptions, without their contents.
      let plain = try Data(contentsOf: URL(filePath: make("b.mp4", "-c:v copy -c:a aac", in: folder)))
      for name in ["encv", "drmi"] {
        let data = try Self.renamed(plain, "avc1", name)
        let error = #expect(throws: MovieError.self) { try MovieReader(DataBuffer(copying: data.span.bytes)) }
        #expect(error?.code == .encrypted)
      }
    }
  }

  @Test("Encrypted audio is reported, and the video continues", arguments: ["enca", "drms"])
  func encryptedSound(_ name: String) throws {
    try TemporaryFolder.with { folder in
      let plain = try Data(contentsOf: URL(filePath: make("a.mp4", "-c:v copy -c:a aac", in: folder)))
      let bytes = try Self.renamed(plain, "mp4a", name)
      let movie = try MovieReader(DataBuffer(copying: bytes.span.bytes))
      let first = try #require(try movie.nextSample())
      let writer = try MovieWriter(folder.path("b.mp4"), for: first, sound: .copied(of: movie))
      try writer.append(first)
      try writer.finish()
      #expect(writer.audioDamage?.code == .encrypted)
      #expect(writer.audioDamage?.reason == "the audio is encrypted and was skipped")
    }
  }

  /// Returns the bytes with one four-character name replaced by another.
  private static func renamed(_ data: Data, _ name: String, _ other: String) throws -> [UInt8] {
    var bytes = [UInt8](data)
    let range = try #require(bytes.ranges(of: Array(name.utf8)).last)
    bytes.replaceSubrange(range, with: other.utf8)
    return bytes
  }

  @Test("An empty new file is deleted; an existing file is kept")
  func emptyOutput() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.mp4")
      _ = try Clapper.writer(path)
      #expect(!FileManager.default.fileExists(atPath: path))
      try Data("old".utf8).write(to: URL(filePath: path))
      _ = try MovieWriter(path, for: Clapper.frame(0), options: MovieWritingOptions(replacesExistingFile: true))
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }
}
