import AVFoundation

/// How loud sound becomes in a while, computed from its samples.
final class SoundMeter: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate {
  struct Reading {
    var decibels = -160.0
    var sampleRate = 0.0
    var channelCount = 0
    /// How loud the connection says it is.
    var level: Float = -160
  }

  /// For how long it listens.
  private static let patience = CMTime(value: 12, timescale: 10)

  private let queue = DispatchQueue(label: "meter")
  private var continuation: CheckedContinuation<Reading, Never>?
  private var reading = Reading()
  private var heard = CMTime.zero

  /// Measures what comes next.
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
    heard = CMTimeAdd(heard, CMSampleBufferGetDuration(sampleBuffer))
    guard CMTimeCompare(heard, Self.patience) >= 0 else { return }
    self.continuation = nil
    continuation.resume(returning: reading)
  }

  /// Takes note of how loud some samples are; false where they are of a kind that isn't known here.
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
    (reading.sampleRate, reading.channelCount) = (stream.mSampleRate, Int(stream.mChannelsPerFrame))
    return true
  }
}
