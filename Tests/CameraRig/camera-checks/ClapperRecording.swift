import Dispatch
import Fixtures
import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSystem

/// A recording of a flashing camera and a beeping microphone, together with the timestamps that the movie must keep.
final class ClapperRecording: CaptureVideoDataOutputSampleBufferDelegate,
  CaptureAudioDataOutputSampleBufferDelegate, CaptureFileOutputRecordingDelegate, Sendable
{
  /// The error and the time of the end of a recording, by the monotonic clock.
  struct End: Sendable {
    let error: CaptureError?
    let time: Double
  }

  private struct Frame: Sendable {
    let number: UInt64
    let time: Double
    let isLit: Bool
  }

  let session = CaptureSession()
  let movie = CaptureMovieFileOutput()
  private let pictures = CaptureVideoDataOutput()
  private let sounds = CaptureAudioDataOutput()
  /// The size of a lit frame in bytes, which distinguishes frames without decoding them.
  private let litByteCount: Int
  private let frames = Log<Frame>()
  private let heard = Log<SampleBuffer>()
  private let starts = Log<Double>()
  private let ends = Log<End>()
  private let failures = Log<End>()
  private let listener: Task<Void, Never>

  /// Prepares a session that records the camera's encoded frames.
  ///
  /// - Parameter litByteCount: The size in bytes of a frame with the lamp on.
  init(_ camera: CaptureDevice, _ format: CaptureDevice.Format, _ microphone: CaptureDevice, litByteCount: Int)
    throws
  {
    self.litByteCount = litByteCount
    let events = session.events
    listener = Task { [failures] in
      for await event in events {
        if case .runtimeError(let error) = event { failures.append(End(error: error, time: monotonicSeconds())) }
      }
    }
    pictures.settings = .passthrough
    pictures.alwaysDiscardsLateVideoFrames = false
    for device in [camera, microphone] { try session.add(CaptureDeviceInput(device: device)) }
    for output in [movie, pictures, sounds] as [any CaptureOutput] { try session.add(output) }
    try camera.lockForConfiguration()
    camera.activeFormat = format
    camera.unlockForConfiguration()
    if let error = camera.configurationError { throw error }
    guard let connection = movie.connection(with: .video) else { throw Failure("the movie output has no camera") }
    var options = MovieWritingOptions()
    options.passesEncodedFramesThrough = true
    movie.setVideoSettings(options, for: connection)
    pictures.setSampleBufferDelegate(self, queue: DispatchQueue(label: "pictures"))
    sounds.setSampleBufferDelegate(self, queue: DispatchQueue(label: "sounds"))
  }

  deinit { listener.cancel() }

  /// Starts a recording when both devices deliver samples.
  func begin(_ path: String) throws {
    unlink(path)
    try session.startOrThrow()
    try wait(15, for: "frames and sound") { frames.count > 3 && heard.count > 3 }
    movie.startRecording(to: path, recordingDelegate: self)
    try wait(10, for: "beginning of \(path)") { starts.count > 0 || ends.count > 0 }
  }

  /// Records a number of seconds.
  func record(_ path: String, seconds: Double) throws {
    try begin(path)
    try wait(seconds + 30, for: "\(seconds) s of movie") {
      movie.recordedDuration.seconds >= seconds || ends.count > 0
    }
    if let error = try end().error { throw error }
  }

  /// Stops the recording and the session.
  func end() throws -> End {
    movie.stopRecording()
    defer { session.stopRunning() }
    return try ended(within: 20)
  }

  /// Waits for the end of the recording.
  func ended(within seconds: Double) throws -> End {
    try wait(seconds, for: "end of the recording") { ends.count > 0 }
    guard let end = ends.all.first else { throw Failure("the recording has no end") }
    return end
  }

  /// The errors reported by the session, with their times.
  var errors: [End] { failures.all }

  /// The time of the devices at the beginning of the file.
  var start: Double { starts.all.first ?? 0 }

  /// The timestamps of the camera's frames.
  var times: [Double] { frames.all.map(\.time) }

  /// The number of frames missing from the camera, by their sequence numbers.
  var missingCount: Int {
    let numbers = frames.all.map(\.number)
    guard let first = numbers.first, let last = numbers.last else { return 0 }
    return Int(last - first) + 1 - numbers.count
  }

  /// The flashes and beeps by the devices' timestamps.
  var claps: ClapTimes {
    var claps = ClapTimes()
    var listener = BeepDetector()
    let frames = frames.all
    for (before, frame) in zip(frames, frames.dropFirst()) where frame.isLit && !before.isLit {
      claps.flashes.append(frame.time)
    }
    for sample in heard.all { listener.listen(to: sample) }
    claps.beeps = listener.beeps
    return claps
  }
}

// MARK: Delegates

extension ClapperRecording {
  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    guard sampleBuffer.audioBuffer == nil else { return heard.append(sampleBuffer) }
    frames.append(
      Frame(
        number: sampleBuffer.sequenceNumber ?? 0, time: sampleBuffer.presentationTimeStamp.seconds,
        isLit: sampleBuffer.data?.count == litByteCount))
  }

  func fileOutput(
    _ output: any CaptureFileOutput, didStartRecordingTo path: String, startTime: MediaTime,
    from connections: [CaptureConnection]
  ) { starts.append(startTime.seconds) }

  func fileOutput(
    _ output: any CaptureFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
    error: CaptureError?
  ) { ends.append(End(error: error, time: monotonicSeconds())) }
}
