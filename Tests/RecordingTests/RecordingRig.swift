import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSyntheticDevices

/// A session with a flashing camera, a beeping microphone, and a movie output.
struct RecordingRig: RecordingSession {
  let camera: SyntheticCamera
  let microphone: SyntheticMicrophone
  let session = CaptureSession()
  let output = CaptureMovieFileOutput()
  let log = RecordingLog()

  /// - Parameters:
  ///   - pacing: `unpaced`, where both wait, or `realTime`.
  ///   - hasMicrophone: Whether there is one in the session.
  ///   - scene: What the camera sees.
  ///   - sound: What the microphone hears.
  init(
    pacing: Pacing = .unpaced, soundFaults: SyntheticSoundFaults = SyntheticSoundFaults(),
    hasMicrophone: Bool = true, scene: any SyntheticScene = ColorBars().flashing, sound: SyntheticSound = .beeps,
    size: VideoDimensions = VideoDimensions(width: 160, height: 120), frameRate: Int = 25
  ) throws {
    var options = SyntheticCamera.Options()
    (options.pacing, options.waits, options.modes) = (pacing, true, [(size, [frameRate])])
    camera = SyntheticCamera(scene: scene, options: options)
    var soundOptions = SyntheticMicrophone.Options()
    (soundOptions.pacing, soundOptions.faults) = (pacing, soundFaults)
    microphone = SyntheticMicrophone(sound: sound, options: soundOptions)
    session.sessionPreset = .inputPriority
    try session.addInput(CaptureDeviceInput(device: camera.device))
    if hasMicrophone { try session.addInput(CaptureDeviceInput(device: microphone.device)) }
    try session.addOutput(output)
  }

  /// Lets stepped devices make as many seconds, sound before pictures.
  func step(seconds: Int, from start: Int = 0) throws {
    for frame in 0..<seconds * 25 {
      microphone.step(until: MediaTime(value: Int64(start * 25 + frame + 2), timescale: 25))
      try TimedOut.unless("there is room for a picture") { output.waitForRoom(until: $0) }
      camera.step()
    }
  }

  /// Records as many seconds of media.
  func record(_ path: String, seconds: Int) throws {
    output.maxRecordedDuration = MediaTime(value: Int64(seconds), timescale: 1)
    session.startRunning()
    let count = log.errors.count
    output.startRecording(to: path, recordingDelegate: log)
    try log.waitForEnd(count + 1)
    session.stopRunning()
  }
}

/// A session that records to a file, and what is told of it.
protocol RecordingSession {
  associatedtype Output: CaptureFileOutput
  var session: CaptureSession { get }
  var output: Output { get }
  var log: RecordingLog { get }
}

extension RecordingSession {
  /// Begins to record, with devices that begin to stream.
  func begin(_ path: String) {
    session.startRunning()
    output.startRecording(to: path, recordingDelegate: log)
  }

  /// Ends the first recording, and waits until it has.
  func end() throws {
    output.stopRecording()
    try log.waitForEnd()
  }
}

/// Takes note of what a recording's delegate is told.
final class RecordingLog: CaptureFileOutputRecordingDelegate, Sendable {
  enum Event: Sendable, Hashable {
    case started(String)
    case paused
    case resumed
    case finished(String, CaptureError.Code?)
  }

  let events = Log<Event>()
  let errors = Log<CaptureError?>()

  /// Waits until so many recordings have ended.
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

/// What there is to see and hear in a movie of the rig.
struct RecordedMovie {
  /// When each picture is shown.
  var times: [Double] = []
  /// When the lamp goes on.
  var flashes: [Double] = []
  /// When beeps begin.
  var beeps: [Double] = []
  /// How long the sound lasts.
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
    var listener = BeepListener()
    while let sample = try sound.nextSample() { listener.listen(to: sample) }
    (beeps, soundSeconds) = (listener.beeps, Double(listener.frameCount) / Double(sound.info.sampleRate))
  }

  /// The lamp is in the lower right corner.
  private static func isLit(_ picture: PixelBuffer) throws -> Bool {
    let (x, y) = (picture.width - 5, picture.height - 5)
    return picture.withPlane(0) { bytes in
      bytes.unsafeLoad(fromByteOffset: y * picture.planes[0].bytesPerRow + x * 4 + 1, as: UInt8.self) > 128
    }
  }
}
