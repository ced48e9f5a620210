import Fixtures
import Glibc
import OpenCaptureCameras
import OpenCaptureMediaSamples
import OpenCapturePhotos
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSound

/// Checks of recordings with a flashing USB camera and a beeping loopback.
///
/// Both are real drivers, and both are active in the first 100 ms of each second.
struct RecordingChecks {
  private let cameras = SystemCameras()
  private let microphones = SystemMicrophones()
  private let usb: USBCamera
  private let beeper: Beeper
  private let camera: CaptureDevice
  private let litByteCount: Int

  /// The duration of a camera frame, in seconds.
  private static let frame = 1.0 / 30

  /// Plugs the camera in and starts the beeper.
  ///
  /// - Parameter folder: The folder for the images.
  init(folder: String) throws {
    try Frames.writeFlashing(to: folder, text: "clapper")
    litByteCount = try byteCount(of: "\(folder)/flash/320x240.jpg")
    usb = try USBCamera(frames: folder, port: 0, name: "Clapper")
    beeper = try Beeper()
    let cameras = cameras
    try wait(10, for: "the camera") { cameras.devices.count == 1 }
    camera = cameras.devices[0]
  }

  func run(_ list: inout Checklist) {
    list.check("the movie keeps the offset between sound and video of the timestamps") { try together(seconds: 24) }
    for (shift, seconds) in [(100_500, 60.0), (100_010, 24), (99_990, 24)] {
      list.check("a microphone with a clock error of \(Double(shift - 100_000) / 1_000) % stays in sync") {
        try drifting(shift, seconds: seconds)
      }
    }
    list.check("photos during a movie drop no frame, and report all steps") { try photos() }
    list.check("after unplugging the microphone, the movie continues silently") { try silenced() }
    list.check("unplugging the camera ends the movie within 1 s with a typed error, and the movie can be played") {
      try unplugged()
    }
    RecordCommandChecks(camera: camera).run(&list)
    usb.unplug()
    beeper.end()
  }

  // MARK: Devices

  private var microphone: CaptureDevice {
    get throws {
      guard let device = microphones.devices.first(where: { $0.uniqueID == "Loopback.1" }) else {
        throw Failure("no loopback found")
      }
      return device
    }
  }

  private func recording() throws -> ClapperRecording {
    let format = try camera.loadFormats().first { $0.driverCode == "MJPG" && $0.dimensions.width == 320 }
    guard let format else { throw Failure("the camera offers no JPEG") }
    return try ClapperRecording(camera, format, microphone, litByteCount: litByteCount)
  }

  // MARK: Sync

  private func together(seconds: Double) throws {
    let recording = try recording()
    let path = "/tmp/together.mov"
    try recording.record(path, seconds: seconds)
    let errors = try compared(recording, path).map { abs($0.error) }
    try expect(errors.median <= 0.005, "the median error is \(rounded(errors.median * 1_000)) ms")
    try expect((errors.max() ?? 1) <= Self.frame, "the largest error is \(errors.milliseconds)")
  }

  private func drifting(_ shift: Int, seconds: Double) throws {
    try setRateShift(shift)
    defer { try? setRateShift(100_000) }
    let recording = try recording()
    let path = "/tmp/drifting.mov"
    try recording.record(path, seconds: seconds)
    let errors = try compared(recording, path).map(\.error)
    let first = errors.prefix(errors.count / 3)
    let last = errors.suffix(errors.count / 3)
    let drift = Array(last).median - Array(first).median
    note("drift from the first to the last third: \(rounded(drift * 1_000)) ms")
    try expect(abs(drift) <= 0.005, "the movie drifts by \(rounded(drift * 1_000)) ms")
    try expect(errors.map(abs).median <= 0.005, "the errors are \(errors.milliseconds)")
  }

  /// Returns the sync errors of a movie by beep, and prints a summary.
  private func compared(_ recording: ClapperRecording, _ path: String) throws -> [(time: Double, error: Double)] {
    let movie = try PlayedMovie(path)
    let stamps = recording.claps
    let errors = movie.claps.errors(against: stamps, from: recording.start)
    note(
      """
      \(errors.count) claps; delay of flashes after beeps \(stamps.offsets.milliseconds), in the file \
      \(movie.claps.offsets.milliseconds); errors \(errors.map(\.error).milliseconds)
      """)
    note("\(movie.times.count) frames, \(recording.movie.lateFrameCount) dropped because the encoder was too slow")
    try expect(
      errors.count >= Int(movie.seconds) - 2, "only \(errors.count) claps found in \(movie.seconds) s")
    return errors
  }

  /// Sets a clock error of the loopback.
  private func setRateShift(_ shift: Int) throws {
    beeper.end()
    try shell("amixer -q -c Loopback cset iface=PCM,name='PCM Rate Shift 100000',device=1 \(shift)")
    try beeper.begin()
  }

  // MARK: Photos

  private func photos() throws {
    let recording = try recording()
    let output = CapturePhotoOutput()
    let path = "/tmp/photos.mov"
    try recording.session.add(output)
    try recording.begin(path)
    // Code that runs for the first time is slow in an emulated system, with or without photos.
    try wait(20, for: "4 s of movie") { recording.movie.recordedDuration.seconds > 4 }
    for _ in 0..<10 {
      let steps = PhotoSteps()
      try output.capturePhoto(with: CapturePhotoSettings(), delegate: steps)
      try expect(try steps.isComplete("did finish", within: 10), "\(steps.recordedSteps.all.map(\.step))")
    }
    let error = try recording.end().error
    try expect(error == nil, "\(String(describing: error))")
    try expectEveryFrame(of: recording, in: PlayedMovie(path), from: 4)
  }

  /// Expects the movie to contain all frames of the camera from a time on, each at its timestamp.
  private func expectEveryFrame(of recording: ClapperRecording, in movie: PlayedMovie, from begin: Double) throws {
    let first = recording.start + begin - 0.001
    let last = recording.start + (movie.times.last ?? 0) + 0.001
    let taken = recording.times.filter { first <= $0 && $0 <= last }
    let times = movie.times.filter { $0 >= begin - 0.001 }
    note(
      """
      \(times.count) frames of \(taken.count), \(recording.movie.lateFrameCount) dropped by the recorder, \
      \(recording.missingCount) missing from the camera
      """)
    try expect(times.count == taken.count, "\(taken.count - times.count) frames are missing in the movie")
    try expect(zip(times, taken).allSatisfy { abs($0 + recording.start - $1) < 0.001 }, "the timestamps differ")
  }

  // MARK: Unplugging

  private func silenced() throws {
    let device = try microphone
    let recording = try recording()
    let path = "/tmp/silenced.mov"
    try recording.begin(path)
    let driver = "/sys/bus/platform/drivers/snd_aloop"
    try wait(20, for: "5 s of movie") { recording.movie.recordedDuration.seconds > 5 }
    // Unbinding waits until no process uses the card.
    let unbind = try spawn(["sh", "-c", "echo snd_aloop.0 > \(driver)/unbind"])
    defer {
      waitpid(unbind, nil, 0)
      try? shell("echo snd_aloop.0 > \(driver)/bind")
      try? wait(10, for: "the connection") { device.isConnected }
      try? beeper.begin()
    }
    try wait(5, for: "an error of the microphone") { !recording.errors.isEmpty }
    let silence = recording.movie.recordedDuration.seconds
    try expect(recording.errors.map(\.error?.code) == [.deviceDisconnected], "\(recording.errors)")
    try wait(20, for: "5 s of silence") { recording.movie.recordedDuration.seconds > silence + 5 }
    let error = try recording.end().error
    try expect(error == nil, "\(String(describing: error))")
    let movie = try PlayedMovie(path)
    note("\(movie.times.count) frames in \(rounded(movie.seconds)) s, sound until \(rounded(movie.lastSound)) s")
    try expectEveryFrame(of: recording, in: movie, from: 4)
    try expect(movie.lastSound < silence && movie.soundSeconds > silence + 4.5, "\(movie.soundSeconds) s of sound")
    try expectNoComplaint(about: path)
  }

  private func unplugged() throws {
    let recording = try recording()
    let path = "/tmp/unplugged.mov"
    try recording.begin(path)
    try wait(20, for: "5 s of movie") { recording.movie.recordedDuration.seconds > 5 }
    let time = monotonicSeconds()
    usb.unplug()
    let end = try recording.ended(within: 10)
    recording.session.stopRunning()
    defer {
      try? wait(5, for: "the disconnection") { !camera.isConnected }
      try? usb.plugIn()
      try? wait(10, for: "the camera") { camera.isConnected }
    }
    let reported = recording.errors.first.map { rounded($0.time - time) }
    note(
      """
      reported after \(rounded(end.time - time)) s, by the session after \(reported ?? -1) s: \
      \(end.error.map { "\($0)" } ?? "")
      """)
    try expect(end.error?.code == .deviceDisconnected, "\(String(describing: end.error))")
    try expect(end.error?.recordingSuccessfullyFinished == true, "the error says that the movie cannot be played")
    try expect(end.time - time < 1, "it took \(end.time - time) s")
    let movie = try PlayedMovie(path)
    note("\(movie.times.count) frames, \(rounded(movie.seconds)) s")
    try expect((movie.times.last ?? 0) > 4.5 && movie.soundSeconds > 4.5, "only \(movie.seconds) s recorded")
    try expectNoComplaint(about: path)
  }
}

/// Returns the size of a file.
private func byteCount(of path: String) throws -> Int {
  var status = stat()
  guard stat(path, &status) == 0 else { throw Failure("cannot read \(path): error \(errno)") }
  return Int(status.st_size)
}
