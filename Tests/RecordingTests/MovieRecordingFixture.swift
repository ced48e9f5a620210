import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSyntheticDevices

/// A session with a flashing camera, a beeping microphone and a movie output.
struct MovieRecordingFixture: RecordingSession {
  let camera: SyntheticCamera
  let microphone: SyntheticMicrophone
  let session = CaptureSession()
  let output = CaptureMovieFileOutput()
  let log = RecordingLog()

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - pacing: The pacing of both devices; with `unpaced`, both wait for the recorder.
  ///   - hasMicrophone: Whether the session has a microphone.
  ///   - scene: The scene of the camera.
  ///   - sound: The sound of the microphone.
  init(
    pacing: Pacing = .unpaced, soundFaults: SyntheticSoundFaults = SyntheticSoundFaults(),
    hasMicrophone: Bool = true, scene: any SyntheticScene = ColorBars().flashing, sound: SyntheticSound = .beeps,
    size: VideoDimensions = VideoDimensions(width: 160, height: 120), frameRate: Int = 25
  ) throws {
    var options = SyntheticCamera.Options()
    options.pacing = pacing
    options.waitsForConsumers = true
    options.modes = [(size, [frameRate])]
    camera = SyntheticCamera(scene: scene, options: options)
    var soundOptions = SyntheticMicrophone.Options()
    soundOptions.pacing = pacing
    soundOptions.faults = soundFaults
    microphone = SyntheticMicrophone(sound: sound, options: soundOptions)
    session.sessionPreset = .inputPriority
    try session.add(CaptureDeviceInput(device: camera.device))
    if hasMicrophone { try session.add(CaptureDeviceInput(device: microphone.device)) }
    try session.add(output)
  }

  /// Steps the devices for a number of seconds, sound before video.
  func step(seconds: Int, from start: Int = 0) throws {
    for frame in 0..<seconds * 25 {
      microphone.step(until: MediaTime(value: Int64(start * 25 + frame + 2), timescale: 25))
      try TimedOut.unless("the recorder has room") { output.waitForRoom(until: $0) }
      camera.step()
    }
  }

  /// Records a number of seconds of media.
  func record(_ path: String, seconds: Int) throws {
    output.maxRecordedDuration = MediaTime(value: Int64(seconds), timescale: 1)
    session.startRunning()
    let count = log.errors.count
    output.startRecording(to: path, recordingDelegate: log)
    try log.waitForEnd(count + 1)
    session.stopRunning()
  }
}

/// A session that records to a file, with a log of its events.
protocol RecordingSession {
  associatedtype Output: CaptureFileOutput
  var session: CaptureSession { get }
  var output: Output { get }
  var log: RecordingLog { get }
}

extension RecordingSession {
  /// Starts the session and a recording.
  func begin(_ path: String) {
    session.startRunning()
    output.startRecording(to: path, recordingDelegate: log)
  }

  /// Stops the first recording and waits for its end.
  func end() throws {
    output.stopRecording()
    try log.waitForEnd()
  }
}

/// A delegate that records the events of recordings.
final class RecordingLog: CaptureFileOutputRecordingDelegate, Sendable {
  enum Event: Sendable, Hashable {
    case started(String)
    case paused
    case resumed
    case finished(String, CaptureError.Code?)
  }

  let events = Log<Event>()
  let errors = Log<CaptureError?>()

  /// Waits until a number of recordings have ended.
  func waitForEnd(_ count: Int = 1) throws {
    try errors.wait(for: "the end of the recording") { $0.count >= count }
  }

  func fileOutput(
    _ output: any CaptureFileOutput, didStartRecordingTo path: String, startTime: MediaTime,
    from connections: [CaptureConnection]
  ) { events.append(.started(path)) }

  func fileOutput(
    _ output: any CaptureFileOutput, didPauseRecordingTo path: String, from connections: [CaptureConnection]
  ) { events.append(.paused) }

  func fileOutput(
    _ output: any CaptureFileOutput, didResumeRecordingTo path: String, from connections: [CaptureConnection]
  ) { events.append(.resumed) }

  func fileOutput(
    _ output: any CaptureFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
    error: CaptureError?
  ) {
    events.append(.finished(path, error?.code))
    errors.append(error)
  }
}

/// The content of a recorded movie: frames, flashes and beeps.
struct RecordedMovie {
  /// The times of the frames.
  var times: [Double] = []
  /// The times at which the lamp is turned on.
  var flashes: [Double] = []
  /// The times at which beeps begin.
  var beeps: [Double] = []
  /// The duration of the sound.
  var soundSeconds = 0.0

  init(_ path: String) throws {
    let movie = try MovieReader(contentsOf: path)
    var wasLit = false
    while let sample = try movie.nextSample() {
      let time = sample.presentationTimeStamp.seconds
      times.append(time)
      let isLit = try Self.isLit(sample.image(as: .bgra))
      if isLit, !wasLit { flashes.append(time) }
      wasLit = isLit
    }
    guard let sound = try movie.audioReader() else { return }
    var listener = BeepDetector()
    while let sample = try sound.nextSample() { listener.listen(to: sample) }
    beeps = listener.beeps
    soundSeconds = Double(listener.frameCount) / Double(sound.info.sampleRate)
  }

  /// Returns whether the lamp in the lower right corner is lit.
  private static func isLit(_ picture: PixelBuffer) throws -> Bool {
    let x = picture.width - 5
    let y = picture.height - 5
    return picture.withPlane(0) { bytes in
      bytes.unsafeLoad(fromByteOffset: y * picture.planes[0].bytesPerRow + x * 4 + 1, as: UInt8.self) > 128
    }
  }
}
