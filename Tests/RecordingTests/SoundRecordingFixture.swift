import Fixtures
import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSyntheticDevices

/// A session with a stepped noise microphone and an output for sound files.
struct SoundRecordingFixture: RecordingSession {
  let microphone: SyntheticMicrophone
  let session = CaptureSession()
  let output = CaptureAudioFileOutput()
  let log = RecordingLog()
  private let heard = SoundCollector()
  private let other = CaptureAudioDataOutput()

  init(
    _ format: AudioCommonFormat = .pcmFormatInt16, faults: SyntheticSoundFaults = SyntheticSoundFaults()
  ) throws {
    var options = SyntheticMicrophone.Options()
    options.pacing = .stepped
    options.faults = faults
    options.formats = options.formats.filter { $0.commonFormat == format && $0.sampleRate == 48_000 }
    microphone = SyntheticMicrophone(sound: .noise, options: options)
    session.sessionPreset = .inputPriority
    try session.add(CaptureDeviceInput(device: microphone.device))
    try session.add(output)
    try session.add(other)
    other.setSampleBufferDelegate(heard, queue: nil)
  }

  /// Makes a number of sound buffers of 10 ms.
  func step(_ count: Int) throws {
    for number in 0..<count {
      try TimedOut.unless("the recorder has room") { output.waitForRoom(until: $0) }
      // The other output drops buffers beyond its limit, so it must catch up in time.
      if number % (CaptureAudioDataOutput.waitingSampleBufferLimit / 4) == 0 { try waitUntilHeard() }
      microphone.step()
    }
  }

  private func waitUntilHeard() throws(TimedOut) {
    try TimedOut.unless("all sound is delivered") { other.waitUntilIdle(until: $0) }
  }

  /// Returns all bytes that the microphone has delivered so far.
  func bytes() throws -> Data {
    try waitUntilHeard()
    return heard.bytes.withLock { $0 }
  }
}

/// A delegate that keeps all bytes of the sound.
final class SoundCollector: CaptureAudioDataOutputSampleBufferDelegate {
  let bytes = LockedData()

  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    guard let buffer = sampleBuffer.audioBuffer else { return }
    bytes.withLock { $0.append(buffer.interleavedBytes) }
  }
}

/// A byte array protected by a lock.
final class LockedData: @unchecked Sendable {
  private let lock = NSLock()
  private var data = Data()

  func withLock<Result>(_ body: (inout Data) -> Result) -> Result {
    lock.withLock { body(&data) }
  }
}

extension SyntheticSound {
  /// Noise without repetition.
  static let noise = SyntheticSound { seconds in
    var state = UInt64(bitPattern: Int64((seconds * 1_000_000).rounded())) &+ 0x9E37_79B9_7F4A_7C15
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double(Int64(bitPattern: state ^ (state >> 31))) / Double(Int64.max) / 2
  }
}

extension AudioBuffer {
  /// The samples of the only plane of an interleaved buffer.
  var interleavedBytes: Data {
    var bytes = Data()
    withUnsafePlane(0) { bytes.append(contentsOf: $0) }
    return bytes
  }
}

/// The sound of a file.
struct RecordedSoundFile {
  var bytes = Data()
  var frameCount = 0
  let info: AudioInfo

  init(_ path: String) throws {
    let reader = try AudioReader(contentsOf: path)
    info = reader.info
    while let sample = try reader.nextSample() {
      guard let buffer = sample.audioBuffer else { continue }
      bytes.append(buffer.interleavedBytes)
      frameCount += buffer.frameCount
    }
  }
}
