package import Dispatch
package import Fixtures
package import OpenCaptureFlow
package import OpenCaptureMediaSamples
package import OpenCaptureSession
package import OpenCaptureSyntheticDevices

/// A session with an audio output and a synthetic microphone that produces sample buffers on request.
package struct SteppedAudio {
  package let microphone: SyntheticMicrophone
  package let device: CaptureDevice
  package let session = CaptureSession()
  package let output = CaptureAudioDataOutput()
  package let queue = DispatchQueue(label: "test")
  package let log: AudioLog

  package init(
    sound: SyntheticSound = .beeps, faults: SyntheticSoundFaults = SyntheticSoundFaults(),
    log: AudioLog = AudioLog(),
    delegate: Bool = true, starts: Bool = true
  ) throws {
    microphone = .stepped(sound: sound, faults: faults)
    device = microphone.device
    self.log = log
    try session.add(CaptureDeviceInput(device: device))
    try session.add(output)
    if delegate { output.setSampleBufferDelegate(log, queue: queue) }
    if starts { session.startRunning() }
  }

  /// Produces sample buffers, and waits after each one until the delegate has processed it.
  package func step(_ count: Int = 1) throws(TimedOut) {
    for _ in 0..<count {
      microphone.step()
      try settle()
    }
  }

  /// Waits until the delegate is idle.
  package func settle() throws(TimedOut) {
    try TimedOut.unless("the delegate is done") { deadline in output.waitUntilIdle(until: deadline) }
  }
}

/// A delegate that records the sample buffers of an audio output.
package final class AudioLog: CaptureAudioDataOutputSampleBufferDelegate, Sendable {
  package let samples = Log<SampleBuffer>()
  package let drops = Log<SampleBuffer>()
  private let onSample: @Sendable (UInt64) -> Void

  package init(onSample: @escaping @Sendable (UInt64) -> Void = { _ in }) { self.onSample = onSample }

  package func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    onSample(sampleBuffer.sequenceNumber ?? 0)
    samples.append(sampleBuffer)
  }

  package func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    drops.append(sampleBuffer)
  }

  package var droppedCount: Int {
    drops.all.reduce(0) { sum, sample in
      if case .integer(let count)? = sample.bufferAttachments[.droppedFrameCount] { sum + Int(count) } else { sum }
    }
  }
}

extension SyntheticMicrophone {
  package static func stepped(
    sound: SyntheticSound = .beeps, uniqueID: String = "synthetic-microphone",
    faults: SyntheticSoundFaults = SyntheticSoundFaults()
  ) -> SyntheticMicrophone {
    var options = Options()
    options.pacing = .stepped
    options.faults = faults
    return SyntheticMicrophone(sound: sound, uniqueID: uniqueID, options: options)
  }
}

extension SampleBuffer {
  /// The largest absolute value of each channel of interleaved `Int16` samples.
  package var peaks: [Int] {
    get throws {
      guard let buffer = audioBuffer else { return [] }
      return try buffer.withSamples(Int16.self) { samples in
        (0..<buffer.format.channelCount).map { channel in
          stride(from: channel, to: samples.count, by: buffer.format.channelCount)
            .reduce(0) { max($0, abs(Int(samples[$1]))) }
        }
      }
    }
  }
}
