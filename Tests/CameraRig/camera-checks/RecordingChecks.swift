import Fixtures
import Glibc
import OpenCaptureCameras
import OpenCaptureMediaSamples
import OpenCapturePhotos
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSound

/// What is checked of recordings, with a clapper of real drivers: a USB camera that flashes, and a loopback that beeps,
/// both in the first 100 ms of each second.
struct RecordingChecks {
  private let cameras = SystemCameras()
  private let microphones = SystemMicrophones()
  private let usb: USBCamera
  private let beeper: Beeper
  private let camera: CaptureDevice
  private let litByteCount: Int

  /// A frame of the camera's, in seconds.
  private static let frame = 1.0 / 30

  /// Plugs the camera in, and begins to beep.
  ///
  /// - Parameter folder: Where pictures are put.
  init(folder: String) throws {
    try Frames.writeFlashing(to: folder, text: "clapper")
    litByteCount = try byteCount(of: "\(folder)/flash/320x240.jpg")
    usb = try USBCamera(frames: folder, port: 0, name: "Clapper")
    beeper = try Beeper()
    let cameras = cameras
    try wait(10, for: "camera") { cameras.devices.count == 1 }
    camera = cameras.devices[0]
  }

  func run(_ list: inout Checklist) {
    list.check("sound and picture are as far apart in the movie as their stamps are") { try together(seconds: 24) }
    for (shift, seconds) in [(100_500, 60.0), (100_010, 24), (99_990, 24)] {
      list.check("a microphone whose clock is \(Double(shift - 100_000) / 1_000) % wrong doesn't drift off") {
        try drifting(shift, seconds: seconds)
      }
    }
    list.check("photos during a movie cost it no frame, and all their steps are told") { try photos() }
    list.check("a microphone that is unplugged is silent from then on, and the movie goes on") { try silenced() }
    list.check("a camera that is unplugged ends the movie within 1 s, typed, and what there is plays") {
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
        throw Failure("there is no loopback")
      }
      return device
    }
  }

  private func recording() throws -> ClapperRecording {
    let format = try camera.loadFormats().first { $0.driverCode == "MJPG" && $0.dimensions.width == 320 }
    guard let format else { throw Failure("the camera gives no JPEG") }
    return try ClapperRecording(camera, format, microphone, litByteCount: litByteCount)
  }

  // MARK: Times

  private func together(seconds: Double) throws {
    let (recording, path) = (try recording(), "/tmp/together.mov")
    try recording.record(path, seconds: seconds)
    let errors = try compared(recording, path).map { abs($0.error) }
    try expect(errors.median <= 0.005, "the median error is \(rounded(errors.median * 1_000)) ms")
    try expect((errors.max() ?? 1) <= Self.frame, "the largest error is \(errors.milliseconds)")
  }

  private func drifting(_ shift: Int, seconds: Double) throws {
    try setRateShift(shift)
    defer { try? setRateShift(100_000) }
    let (recording, path) = (try recording(), "/tmp/drifting.mov")
    try recording.record(path, seconds: seconds)
    let errors = try compared(recording, path).map(\.error)
    let (first, last) = (errors.prefix(errors.count / 3), errors.suffix(errors.count / 3))
    let drift = Array(last).median - Array(first).median
    note("from the first third to the last \(rounded(drift * 1_000)) ms")
    try expect(abs(drift) <= 0.005, "it drifts by \(rounded(drift * 1_000)) ms")
    try expect(errors.map(abs).median <= 0.005, "the errors are \(errors.milliseconds)")
  }

  /// What is wrong with a movie's times, beep by beep; says so.
  private func compared(_ recording: ClapperRecording, _ path: String) throws -> [(time: Double, error: Double)] {
    let (movie, stamps) = (try PlayedMovie(path), recording.claps)
    let errors = movie.claps.errors(against: stamps, from: recording.start)
    note(
      """
      \(errors.count) claps; flashes are later than beeps by \(stamps.offsets.milliseconds), in the file by \
      \(movie.claps.offsets.milliseconds); errors \(errors.map(\.error).milliseconds)
      """)
    note("\(movie.times.count) frames, \(recording.movie.lateFrameCount) came too fast for this machine")
    try expect(
      errors.count >= Int(movie.seconds) - 2, "of \(movie.seconds) s only \(errors.count) claps were found")
    return errors
  }

  /// Lets the loopback's clock go wrong.
  private func setRateShift(_ shift: Int) throws {
    beeper.end()
    try shell("amixer -q -c Loopback cset iface=PCM,name='PCM Rate Shift 100000',device=1 \(shift)")
    try beeper.begin()
  }

  // MARK: Photos beside it

  private func photos() throws {
    let (recording, output, path) = (try recording(), CapturePhotoOutput(), "/tmp/photos.mov")
    try recording.session.addOutput(output)
    try recording.begin(path)
    // What is used for the first time takes long in an emulated machine, with photos or without.
    try wait(20, for: "4 s of movie") { recording.movie.recordedDuration.seconds > 4 }
    for _ in 0..<10 {
      let steps = PhotoSteps()
      try output.capturePhoto(with: CapturePhotoSettings(), delegate: steps)
      try expect(try steps.isComplete("did finish", within: 10), "\(steps.told.all.map(\.step))")
    }
    let error = try recording.end().error
    try expect(error == nil, "\(String(describing: error))")
    try expectEveryFrame(of: recording, in: PlayedMovie(path), from: 4)
  }

  /// What the camera gave is in the movie from a time on, each frame at its own.
  private func expectEveryFrame(of recording: ClapperRecording, in movie: PlayedMovie, from begin: Double) throws {
    let (first, last) = (recording.start + begin - 0.001, recording.start + (movie.times.last ?? 0) + 0.001)
    let taken = recording.times.filter { first <= $0 && $0 <= last }
    let times = movie.times.filter { $0 >= begin - 0.001 }
    note(
      """
      \(times.count) frames of \(taken.count), \(recording.movie.lateFrameCount) came too fast, \
      \(recording.missingCount) didn't come from the camera
      """)
    try expect(times.count == taken.count, "\(taken.count - times.count) frames aren't in the movie")
    try expect(zip(times, taken).allSatisfy { abs($0 + recording.start - $1) < 0.001 }, "times are others")
  }

  // MARK: Unplugged

  private func silenced() throws {
    let (device, recording, path) = (try microphone, try recording(), "/tmp/silenced.mov")
    try recording.begin(path)
    let driver = "/sys/bus/platform/drivers/snd_aloop"
    try wait(20, for: "5 s of movie") { recording.movie.recordedDuration.seconds > 5 }
    // Unbinding waits for whoever has the card.
    let unbind = try spawn(["sh", "-c", "echo snd_aloop.0 > \(driver)/unbind"])
    defer {
      waitpid(unbind, nil, 0)
      try? shell("echo snd_aloop.0 > \(driver)/bind")
      try? wait(10, for: "connection") { device.isConnected }
      try? beeper.begin()
    }
    try wait(5, for: "error of the microphone") { !recording.errors.isEmpty }
    let silence = recording.movie.recordedDuration.seconds
    try expect(recording.errors.map(\.error?.code) == [.deviceDisconnected], "\(recording.errors)")
    try wait(20, for: "5 s of silence") { recording.movie.recordedDuration.seconds > silence + 5 }
    let error = try recording.end().error
    try expect(error == nil, "\(String(describing: error))")
    let movie = try PlayedMovie(path)
    note("\(movie.times.count) frames in \(rounded(movie.seconds)) s, sound to \(rounded(movie.lastSound)) s")
    try expectEveryFrame(of: recording, in: movie, from: 4)
    try expect(movie.lastSound < silence && movie.soundSeconds > silence + 4.5, "\(movie.soundSeconds) s of sound")
    try expectNoComplaint(about: path)
  }

  private func unplugged() throws {
    let (recording, path) = (try recording(), "/tmp/unplugged.mov")
    try recording.begin(path)
    try wait(20, for: "5 s of movie") { recording.movie.recordedDuration.seconds > 5 }
    let time = monotonicSeconds()
    usb.unplug()
    let end = try recording.ended(within: 10)
    recording.session.stopRunning()
    defer {
      try? wait(5, for: "disconnection") { !camera.isConnected }
      try? usb.plugIn()
      try? wait(10, for: "camera") { camera.isConnected }
    }
    let told = recording.errors.first.map { rounded($0.time - time) }
    note(
      "told after \(rounded(end.time - time)) s, by the session after \(told ?? -1) s: \(end.error.map { "\($0)" } ?? "")"
    )
    try expect(end.error?.code == .deviceDisconnected, "\(String(describing: end.error))")
    try expect(end.error?.recordingSuccessfullyFinished == true, "the error says that it can't be played")
    try expect(end.time - time < 1, "it took \(end.time - time) s")
    let movie = try PlayedMovie(path)
    note("\(movie.times.count) frames, \(rounded(movie.seconds)) s")
    try expect((movie.times.last ?? 0) > 4.5 && movie.soundSeconds > 4.5, "\(movie.seconds) s are there")
    try expectNoComplaint(about: path)
  }
}

/// How large a file is.
private func byteCount(of path: String) throws -> Int {
  var status = stat()
  guard stat(path, &status) == 0 else { throw Failure("there is no \(path): error \(errno)") }
  return Int(status.st_size)
}
