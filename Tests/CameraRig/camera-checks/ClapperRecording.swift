import Dispatch
import Fixtures
import Glibc
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSystem

/// Records a camera that flashes and a microphone that beeps, and takes note of the stamps of both beside the file: what
/// that must keep.
final class ClapperRecording: CaptureVideoDataOutputSampleBufferDelegate,
  CaptureAudioDataOutputSampleBufferDelegate, CaptureFileOutputRecordingDelegate, Sendable
{
  /// How a recording ended, and when, by the monotonic clock.
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
  /// How many bytes a lit frame has: frames are told apart without decoding them.
  private let litByteCount: Int
  private let frames = Log<Frame>()
  private let heard = Log<SampleBuffer>()
  private let starts = Log<Double>()
  private let ends = Log<End>()
  private let failures = Log<End>()
  private let listener: Task<Void, Never>

  /// Prepares a session, whose camera's own frames are recorded.
  ///
  /// - Parameter litByteCount: How many bytes a frame has in which the lamp is on.
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
    (pictures.videoSettings, pictures.alwaysDiscardsLateVideoFrames) = (.passthrough, false)
    for device in [camera, microphone] { try session.addInput(CaptureDeviceInput(device: device)) }
    for output in [movie, pictures, sounds] as [any CaptureOutput] { try session.addOutput(output) }
    try camera.lockForConfiguration()
    camera.activeFormat = format
    camera.unlockForConfiguration()
    if let error = camera.configurationError { throw error }
    guard let connection = movie.connection(with: .video) else { throw Failure("no camera leads to the movie") }
    var options = MovieWritingOptions()
    options.passesEncodedFramesThrough = true
    movie.setOutputSettings(options, for: connection)
    pictures.setSampleBufferDelegate(self, queue: DispatchQueue(label: "pictures"))
    sounds.setSampleBufferDelegate(self, queue: DispatchQueue(label: "sounds"))
  }

  deinit { listener.cancel() }

  /// Begins to record, once both deliver.
  func begin(_ path: String) throws {
    unlink(path)
    try session.startOrThrow()
    try wait(15, for: "pictures and sound") { frames.count > 3 && heard.count > 3 }
    movie.startRecording(to: path, recordingDelegate: self)
    try wait(10, for: "beginning of \(path)") { starts.count > 0 || ends.count > 0 }
  }

  /// Records for so many seconds.
  func record(_ path: String, seconds: Double) throws {
    try begin(path)
    try wait(seconds + 30, for: "\(seconds) s of movie") {
      movie.recordedDuration.seconds >= seconds || ends.count > 0
    }
    if let error = try end().error { throw error }
  }

  /// Ends the recording, and the session.
  func end() throws -> End {
    movie.stopRecording()
    defer { session.stopRunning() }
    return try ended(within: 20)
  }

  /// How the recording ended, once it has.
  func ended(within seconds: Double) throws -> End {
    try wait(seconds, for: "end of the recording") { ends.count > 0 }
    guard let end = ends.all.first else { throw Failure("the recording has no end") }
    return end
  }

  /// The errors that the session told, and when.
  var errors: [End] { failures.all }

  /// The time of the devices that is the file's beginning.
  var start: Double { starts.all.first ?? 0 }

  /// When frames of the camera were taken, by their stamps.
  var times: [Double] { frames.all.map(\.time) }

  /// How many frames didn't come from the camera, by their numbers.
  var missingCount: Int {
    let numbers = frames.all.map(\.number)
    guard let first = numbers.first, let last = numbers.last else { return 0 }
    return Int(last - first) + 1 - numbers.count
  }

  /// When there were flashes and beeps, by the devices' stamps.
  var claps: Claps {
    var (claps, listener) = (Claps(), BeepListener())
    let frames = frames.all
    for (before, frame) in zip(frames, frames.dropFirst()) where frame.isLit && !before.isLit {
      claps.flashes.append(frame.time)
    }
    for sample in heard.all { listener.listen(to: sample) }
    claps.beeps = listener.beeps
    return claps
  }
}

// MARK: What is told

extension ClapperRecording {
  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    guard sampleBuffer.audioBuffer == nil else { return heard.append(sampleBuffer) }
    frames.append(
      Frame(
        number: sampleBuffer.sequenceNumber ?? 0, time: sampleBuffer.presentationTimeStamp.seconds,
        isLit: sampleBuffer.dataBuffer?.count == litByteCount))
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
