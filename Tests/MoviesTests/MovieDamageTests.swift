import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

struct MovieDamageTests {
  private static let fragmented: [UInt8] = (try? bytes("mp4")) ?? []
  private static let plain: [UInt8] = (try? bytes("mp4", interval: .invalid)) ?? []
  private static let matroska: [UInt8] = (try? bytes("mkv")) ?? []
  private static let motionJPEG: [UInt8] = (try? bytes("avi", codec: .jpeg)) ?? []
  private static let movies = ["fragmented": fragmented, "plain": plain, "matroska": matroska, "avi": motionJPEG]
  private static let names = movies.keys.sorted()

  private static func bytes(
    _ fileExtension: String, codec: VideoCodecType = .h264,
    interval: MediaTime = MediaTime(value: 1, timescale: 2)
  ) throws -> [UInt8] {
    try TestMovie.bytes(
      fileExtension, times: TestMovie.steadyTimes(60),
      options: MovieWritingOptions(codec: codec, maxKeyFrameInterval: 12, movieFragmentInterval: interval))
  }

  /// Returns the number of readable frames, and the error about the damage.
  private func read(_ bytes: [UInt8]) -> (count: Int, error: MovieError?) {
    do throws(MovieError) {
      let data: DataBuffer
      do { data = try DataBuffer(copying: bytes.span.bytes) } catch { return (0, nil) }
      let (samples, error) = TestMovie.read(try MovieReader(data))
      return (samples.count, error)
    } catch {
      return (0, error)
    }
  }

  @Test(arguments: names)
  func truncatedMoviesDeliverTheirFramesAndThenAnError(name: String) throws {
    let bytes = try #require(Self.movies[name])
    #expect(read(bytes).count == 60)
    #expect(read(bytes).error == nil)
    var counts: [Int] = []
    for step in 0..<50 {
      let (count, error) = read(Array(bytes.prefix(bytes.count * step / 50)))
      counts.append(count)
      #expect(count <= 60)
      #expect(error?.code == (step == 0 ? .unknownFormat : .truncated), "cut at \(step)/50: \(count) frames")
    }
    #expect(counts == counts.sorted())
    // Without the index at its end, a plain MP4 is unreadable.
    if name != "plain" { #expect(counts[45] > 30) }
  }

  @Test(arguments: names)
  func randomDamageIsHarmless(name: String) throws {
    let bytes = try #require(Self.movies[name])
    var random = SeededGenerator(seed: 2024)
    for _ in 0..<125 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let (count, error) = read(damaged)
      #expect(count <= 10_000)
      // A damaged size can make FFmpeg request too much memory, which fails.
      let codes: [MovieError.Code?] = [
        nil, .unknownFormat, .truncated, .corrupt, .noVideo, .unsupportedCodec, .tooLarge, .outOfMemory,
      ]
      #expect(codes.contains(error?.code), "\(String(describing: error))")
    }
  }

  @Test func damageIsThrownOnceAfterTheIntactFrames() throws {
    var bytes = Self.motionJPEG
    // The second half of the frame data is replaced by noise; the index stays intact.
    var random = SeededGenerator(seed: 3)
    for at in stride(from: bytes.count / 2, to: bytes.count * 9 / 10, by: 37) {
      bytes[at] = UInt8.random(in: 0...255, using: &random)
    }
    let reader = try TestMovie.reader(bytes)
    let (samples, error) = TestMovie.read(reader)
    #expect(samples.count > 25)
    #expect(error?.code == .corrupt)
    #expect(error?.hint?.contains("were delivered") == true)
    #expect(try reader.nextSample() == nil)
    let peakSignalToNoiseRatio = try samples[10].image().peakSignalToNoiseRatio(
      to: MovingPicture(TestMovie.size).picture(10))
    #expect(peakSignalToNoiseRatio > 25)
  }
}
