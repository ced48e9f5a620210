public import OpenCaptureMediaSamples
import Foundation

/// Sound with a beep during the first tenth of each second.
public enum Clapper {
  /// The format: stereo at 48 kHz, in floating-point numbers.
  public static func format() throws -> AudioFormat {
    try AudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 2, interleaved: true)
  }

  /// Returns a number of seconds of the sound.
  ///
  /// - Parameter start: The time of the first frame, in seconds. Default: 0.
  public static func sound(_ seconds: Int, from start: Int = 0) throws -> SampleBuffer {
    let format = try format()
    var buffer = try AudioBuffer.silence(format: format, frameCount: seconds * format.sampleRate)
    try buffer.withUnsafeMutablePlane(0) { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      for second in 0..<seconds {
        for frame in 0..<format.sampleRate / 10 {
          let value = 0.5 * sin(Float(frame) * 2 * .pi * 1_000 / Float(format.sampleRate))
          let index = (second * format.sampleRate + frame) * 2
          samples[index] = value
          samples[index + 1] = value
        }
      }
    }
    return SampleBuffer(
      audioBuffer: buffer, presentationTimeStamp: MediaTime(value: Int64(start), timescale: 1))
  }
}

/// A detector of the starts of beeps.
public struct BeepDetector: Sendable {
  /// The starts of beeps, in seconds.
  public private(set) var beeps: [Double] = []
  /// The number of received frames.
  public private(set) var frameCount = 0
  private var quietCount = Int.max / 2

  /// Makes a listener that has received nothing yet.
  public init() {}

  /// Adds the following sample.
  public mutating func listen(to sample: SampleBuffer) {
    guard let buffer = sample.audioBuffer else { return }
    frameCount += buffer.frameCount
    for (index, value) in Self.loudness(buffer).enumerated() {
      if value > 0.1 {
        if quietCount > buffer.format.sampleRate / 10 {
          beeps.append(sample.presentationTimeStamp(ofFrame: index).seconds)
        }
        quietCount = 0
      } else {
        quietCount += 1
      }
    }
  }

  /// Returns the loudness of the first channel.
  private static func loudness(_ buffer: AudioBuffer) -> [Float] {
    let step = buffer.format.isInterleaved ? buffer.format.channelCount : 1
    return buffer.withUnsafePlane(0) { bytes in
      (0..<buffer.frameCount).map { frame in
        switch buffer.format.commonFormat {
        case .pcmFormatFloat32: abs(bytes.bindMemory(to: Float.self)[frame * step])
        case .pcmFormatInt16: abs(Float(bytes.bindMemory(to: Int16.self)[frame * step]) / 32_768)
        case .pcmFormatInt32: abs(Float(bytes.bindMemory(to: Int32.self)[frame * step]) / 2_147_483_648)
        }
      }
    }
  }
}
