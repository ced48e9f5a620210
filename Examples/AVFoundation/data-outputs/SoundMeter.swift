import AVFoundation

/// A meter that measures the maximum level of sound over a duration from its samples.
final class SoundMeter: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate {
  struct Reading {
    var decibels = -160.0
    var sampleRate = 0.0
    var channelCount = 0
    /// The level reported by the connection, in decibels.
    var level: Float = -160
  }

  /// The duration of a measurement.
  private static let duration = CMTime(value: 12, timescale: 10)

  private let queue = DispatchQueue(label: "meter")
  private var continuation: CheckedContinuation<Reading, Never>?
  private var reading = Reading()
  private var elapsed = CMTime.zero

  /// Measures the sound that follows.
  func read(_ output: AVCaptureAudioDataOutput) async -> Reading {
    defer { output.setSampleBufferDelegate(nil, queue: nil) }
    return await withCheckedContinuation { continuation in
      queue.async {
        self.continuation = continuation
        output.setSampleBufferDelegate(self, queue: self.queue)
      }
    }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let continuation = continuation, measure(sampleBuffer) else { return }
    for channel in connection.audioChannels { reading.level = max(reading.level, channel.averagePowerLevel) }
    elapsed = CMTimeAdd(elapsed, CMSampleBufferGetDuration(sampleBuffer))
    guard CMTimeCompare(elapsed, Self.duration) >= 0 else { return }
    self.continuation = nil
    continuation.resume(returning: reading)
  }

  /// Records the level of samples; returns false for an unsupported format.
  private func measure(_ sampleBuffer: CMSampleBuffer) -> Bool {
    guard let format = CMSampleBufferGetFormatDescription(sampleBuffer),
      let stream = CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee,
      stream.mFormatID == kAudioFormatLinearPCM, stream.mBitsPerChannel == 16,
      let block = CMSampleBufferGetDataBuffer(sampleBuffer)
    else { return false }
    var samples = [Int16](repeating: 0, count: CMBlockBufferGetDataLength(block) / 2)
    let status = samples.withUnsafeMutableBytes { bytes -> OSStatus in
      guard let address = bytes.baseAddress else { return kCMBlockBufferBadLengthParameterErr }
      return CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: bytes.count, destination: address)
    }
    guard status == kCMBlockBufferNoErr, !samples.isEmpty else { return false }
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    reading.decibels = max(reading.decibels, 10 * log10(max(power, 1) / (32_768 * 32_768)))
    reading.sampleRate = stream.mSampleRate
    reading.channelCount = Int(stream.mChannelsPerFrame)
    return true
  }
}
