import Foundation
@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing

@Suite("Audio level meter")
struct AudioLevelMeterTests {
  /// Returns a stereo buffer with a sine in the second channel.
  private func tone(
    _ common: AudioCommonFormat, peak: Double, frames: Int, frequency: Double = 997, interleaved: Bool = true
  ) throws -> AudioBuffer {
    let format = try AudioFormat(commonFormat: common, sampleRate: 48_000, channels: 2, interleaved: interleaved)
    var buffer = try AudioBuffer.silence(format: format, frameCount: frames)
    let (plane, stride, offset) = interleaved ? (0, 2, 1) : (1, 1, 0)
    func value(_ frame: Int) -> Double { peak * sin(2 * .pi * frequency * Double(frame) / 48_000) }
    switch common {
    case .pcmFormatInt16:
      try buffer.withMutableSamples(Int16.self, plane: plane) { samples in
        for frame in 0..<frames { samples[frame * stride + offset] = Int16((value(frame) * 32_767).rounded()) }
      }
    case .pcmFormatInt32:
      try buffer.withMutableSamples(Int32.self, plane: plane) { samples in
        for frame in 0..<frames { samples[frame * stride + offset] = Int32((value(frame) * 0x7fff_ffff).rounded()) }
      }
    case .pcmFormatFloat32:
      try buffer.withMutableSamples(Float.self, plane: plane) { samples in
        for frame in 0..<frames { samples[frame * stride + offset] = Float(value(frame)) }
      }
    }
    return buffer
  }

  private func levels(_ buffer: AudioBuffer, channel: Int) -> AudioLevelMeter.Levels {
    var meter = AudioLevelMeter(sampleRate: buffer.format.sampleRate)
    var start = 0
    while start < buffer.frameCount {
      let end = min(buffer.frameCount, start + min(meter.remainingFrameCount, 441))
      meter.add(buffer.loudness(ofChannel: channel, start..<end))
      start = end
    }
    return meter.levels
  }

  @Test(
    "A sine with a peak of −6.02 dBFS has an average of −9.03 dBFS", arguments: AudioCommonFormat.allCases,
    [true, false])
  func sine(_ common: AudioCommonFormat, _ interleaved: Bool) throws {
    let buffer = try tone(common, peak: 0.5, frames: 48_000, interleaved: interleaved)
    let measured = levels(buffer, channel: 1)
    #expect(abs(measured.peak - -6.02) < 0.1 && abs(measured.average - -9.03) < 0.1)
    #expect(levels(buffer, channel: 0) == AudioLevelMeter.Levels(average: -160, peak: -160))
  }

  @Test("The average is exact for low frequencies and for the first tenth of a second")
  func low() throws {
    #expect(
      abs(levels(try tone(.pcmFormatFloat32, peak: 0.5, frames: 48_000, frequency: 60), channel: 1).average - -9.03)
        < 0.1)
    #expect(abs(levels(try tone(.pcmFormatFloat32, peak: 0.5, frames: 4_800), channel: 1).average - -9.03) < 0.1)
  }

  @Test("Full scale has a peak of 0 dBFS, and lower levels end at −160 dBFS")
  func extremes() throws {
    #expect(levels(try tone(.pcmFormatFloat32, peak: 1, frames: 48_000, frequency: 12_000), channel: 1).peak == 0)
    #expect(levels(try tone(.pcmFormatFloat32, peak: 1e-9, frames: 480), channel: 1).average == -160)
  }

  @Test("After a sound, the average falls to silence within 0.31 s, and the peak is held for 1.5 s")
  func ballistics() throws {
    var meter = AudioLevelMeter(sampleRate: 48_000)
    for _ in 0..<30 { meter.add(AudioLoudness(sumOfSquares: 120, peak: 0.5, frameCount: 480)) }
    #expect(abs(meter.levels.average - -6.02) < 0.01)
    for _ in 0..<15 { meter.add(AudioLoudness(frameCount: 480)) }
    #expect(abs(meter.levels.average - -9.03) < 0.1)
    for _ in 0..<16 { meter.add(AudioLoudness(frameCount: 480)) }
    #expect(meter.levels.average == -160 && abs(meter.levels.peak - -6.02) < 0.01)
    for _ in 0..<120 { meter.add(AudioLoudness(frameCount: 480)) }
    #expect(meter.levels.peak == -160)
  }
}
