@testable import OpenCaptureMediaSamples
import Testing

@Suite("AudioConverter")
struct AudioConverterTests {
  /// Returns the converted samples of the first plane.
  private func converted<Source: AudioSample, Target: AudioSample>(
    _ samples: [Source], to target: Target.Type
  ) throws -> [Target] {
    var buffer = try AudioBuffer(format: .test(1, Source.commonFormat), frameCapacity: samples.count)
    try buffer.setFrameCount(samples.count)
    try buffer.withMutableSamples(Source.self) { for index in samples.indices { $0[index] = samples[index] } }
    var converter = try AudioConverter(from: buffer.format, to: .test(1, Target.commonFormat))
    return try converter.convert(buffer).samples(Target.self)
  }

  @Test("Integers of another width are shifted, and survive a round trip")
  func widths() throws {
    let samples: [Int16] = [0, 1, -1, 12_345, .max, .min]
    let wide = try converted(samples, to: Int32.self)
    #expect(wide == samples.map { Int32($0) << 16 })
    #expect(try converted(wide, to: Int16.self) == samples)
    #expect(try converted(samples, to: Float.self) == samples.map { Float($0) / 32_768 })
    #expect(try converted(converted(samples, to: Float.self), to: Int16.self) == samples)
  }

  @Test("Out-of-range samples are clamped, and NaN becomes silence")
  func limits() throws {
    #expect(
      try converted([1, -1, 1.5, -1.5, .infinity, .nan] as [Float], to: Int16.self) == [
        .max, .min, .max, .min, .max, 0,
      ])
    #expect(try converted([1, -1, 2, -2, 0] as [Float], to: Int32.self) == [.max, .min, .max, .min, 0])
    #expect(
      try converted([.max, .max - 0x8000, 0x7fff, 0x8000, -0x8000, -0x8001] as [Int32], to: Int16.self) == [
        .max, .max, 0, 1, 0, -1,
      ])
  }

  @Test("Interleaved channels become planes, and planes become interleaved")
  func interleaving() throws {
    let interleaved = try AudioBuffer.counting(3, .test(2))
    var apart = try AudioConverter(from: .test(2), to: .test(2, interleaved: false))
    let planes = try apart.convert(interleaved)
    #expect(try planes.samples(plane: 0) == [0, 2, 4] && planes.samples(plane: 1) == [1, 3, 5])
    var together = try AudioConverter(from: .test(2, interleaved: false), to: .test(2))
    #expect(try together.convert(planes).samples() == [0, 1, 2, 3, 4, 5])
  }

  @Test("Mono is copied to both channels, and stereo becomes the average")
  func monoAndStereo() throws {
    var both = try AudioConverter(from: .test(1), to: .test(2))
    #expect(try both.convert(.counting(2, .test(1))).samples() == [0, 0, 1, 1])
    var one = try AudioConverter(from: .test(2), to: .test(1, .pcmFormatFloat32))
    let mixed = try one.convert(.counting(2, .test(2))).samples(Float.self)
    #expect(mixed.map { $0 * 32_768 } == [0.5, 2.5])
  }

  @Test("Surround becomes stereo as in ITU-R BS.775, and never exceeds full scale")
  func surround() throws {
    let source = try AudioFormat(
      commonFormat: .pcmFormatInt16, sampleRate: 48_000, interleaved: true, channelLayout: .surround5Point1)
    let weights = try AudioMix(from: source, to: .test(2)).weights
    for side in weights { #expect(abs(side.reduce(0, +) - 1) < 1e-6) }
    let left = weights[0]
    let right = weights[1]
    #expect(left[0] > 0.4 && left[1] == 0 && left[3] == 0 && left[5] == 0)
    #expect(abs(left[2] / left[0] - 0.7071) < 1e-3 && abs(left[4] / left[0] - 0.7071) < 1e-3)
    #expect(right[1] == left[0] && right[2] == left[2] && right[5] == left[4])
  }

  @Test("Of channels with unknown positions the first are kept, and missing ones are silent")
  func unknown() throws {
    #expect(try AudioMix(from: .test(4), to: .test(2)).weights == [[1, 0, 0, 0], [0, 1, 0, 0]])
    #expect(try AudioMix(from: .test(2), to: .test(3)).weights == [[1, 0], [0, 1], [0, 0]])
    #expect(try AudioMix(from: .test(4), to: .test(1)).weights == [[0.25, 0.25, 0.25, 0.25]])
  }

  @Test("Another sample rate is rejected with a reason, and so is sound of another format")
  func refused() throws {
    let other = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 1, interleaved: true)
    let rate = #expect(throws: MediaError.self) { _ = try AudioConverter(from: .test(1), to: other) }
    #expect(rate?.code == .unsupportedAudioConversion && rate?.description.contains("44100") == true)
    var converter = try AudioConverter(from: .test(1), to: .test(2))
    let error = #expect(throws: MediaError.self) { _ = try converter.convert(.counting(2, .test(2))) }
    #expect(error?.code == .differentAudioFormat)
  }

  @Test("Sound that needs no conversion shares its memory")
  func unchanged() throws {
    let buffer = try AudioBuffer.counting(4)
    var converter = try AudioConverter(from: buffer.format, to: buffer.format)
    #expect(try converter.convert(buffer).place == buffer.place)
  }
}
