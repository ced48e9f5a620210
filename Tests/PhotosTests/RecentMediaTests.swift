import Fixtures
import OpenCaptureMediaSamples
@testable import OpenCapturePhotos
import Testing

@Suite("Recent media for Live Photos")
struct RecentMediaTests {
  private let format: AudioFormat

  init() throws {
    format = try AudioFormat(
      commonFormat: .pcmFormatInt16, sampleRate: 8_000, interleaved: true, channelLayout: .mono)
  }

  private func picture(_ number: Int, width: Int = 8) throws -> SampleBuffer {
    SampleBuffer(
      pixelBuffer: try PixelBuffer(format: .grey, width: width, height: 8),
      timing: SampleTiming(
        presentationTimeStamp: MediaTime(value: Int64(number), timescale: 10),
        duration: MediaTime(value: 1, timescale: 10)))
  }

  private func sound(_ number: Int) throws -> SampleBuffer {
    SampleBuffer(
      audioBuffer: try .silence(format: format, frameCount: 800),
      presentationTimeStamp: MediaTime(value: Int64(number), timescale: 10))
  }

  private func clip(_ id: Int64, at number: Int) -> RecentMedia.Clip {
    RecentMedia.Clip(id: id, still: MediaTime(value: Int64(number), timescale: 10))
  }

  private func times(_ samples: [SampleBuffer]) -> [Int] {
    samples.map { Int($0.presentationTimeStamp.convertScale(10).value) }
  }

  @Test("A movie extends from 1.5 s before the still to 1.5 s after it")
  func reach() throws {
    var media = RecentMedia()
    for number in 0...40 { #expect(try media.add(picture(number)).isEmpty) }
    #expect(media.add(clip(7, at: 36)).isEmpty)
    for number in 41...50 { #expect(try media.add(picture(number)).isEmpty) }
    let reels = try media.add(picture(51))
    #expect(reels.map(\.id) == [7] && times(reels[0].pictures) == Array(21...50))
    #expect(try media.add(picture(52)).isEmpty)
  }

  @Test("Late sound is waited for, up to a limit")
  func sound() throws {
    var media = RecentMedia()
    for number in 0...30 {
      _ = try media.add(picture(number))
      _ = try media.add(sound(number))
    }
    #expect(media.add(clip(1, at: 26)).isEmpty)
    for number in 31...41 { #expect(try media.add(picture(number)).isEmpty) }
    for number in 31...39 { #expect(try media.add(sound(number)).isEmpty) }
    let reels = try media.add(sound(40))
    #expect(
      reels.map { times($0.sound) } == [Array(11...40)] && reels.map { times($0.pictures) } == [Array(11...40)])

    #expect(media.add(clip(2, at: 40)).isEmpty)
    for number in 42...59 { #expect(try media.add(picture(number)).isEmpty) }
    #expect(try media.add(picture(60)).map(\.id) == [2])
  }

  @Test("The number of kept samples is limited, for any number of movies")
  func kept() throws {
    var media = RecentMedia()
    for number in 0..<1_000 {
      _ = try media.add(picture(number))
      _ = try media.add(sound(number))
      if number % 7 == 0 { _ = media.add(clip(Int64(number), at: number)) }
    }
    let open = media.end()
    let rest = media.end()
    #expect(open.allSatisfy { $0.pictures.count <= 30 && $0.sound.count <= 30 } && open.count == 2)
    #expect(rest.isEmpty)
  }

  @Test("Sound without frames is discarded after a while")
  func soundAlone() throws {
    var media = RecentMedia()
    _ = try media.add(picture(0))
    for number in 0..<1_000 { _ = try media.add(sound(number)) }
    _ = media.add(clip(1, at: 998))
    let reels = media.end()
    #expect(reels[0].pictures.isEmpty && reels[0].sound.count <= 20)
  }

  @Test("A jump back in time or another size discards earlier frames, and the end delivers the rest")
  func other() throws {
    var media = RecentMedia()
    for number in 10..<20 { _ = try media.add(picture(number)) }
    _ = media.add(clip(1, at: 19))
    _ = try media.add(picture(5))
    #expect(times(media.end()[0].pictures) == [5])
    for number in 0..<3 { _ = try media.add(picture(number)) }
    _ = try media.add(picture(3, width: 16))
    _ = media.add(clip(2, at: 3))
    #expect(times(media.end()[0].pictures) == [3])
  }
}
