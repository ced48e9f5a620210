import OpenCaptureFlow
import OpenCaptureCameras
import OpenCaptureSession
import OpenCaptureCodes
import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Checks with USB cameras in user space, driven by the kernel's `uvcvideo`.
struct UVCChecks {
  private let cameras: SystemCameras
  private let first: USBCamera
  private let folder: String
  private let device: CaptureDevice

  private static let text = "seen by a USB camera"

  /// Plugs a camera in.
  ///
  /// - Parameter folder: The folder for the images.
  init(folder: String) throws {
    self.folder = folder
    mkdir(folder, 0o755)
    var options = V4L2Camera.Options()
    options.stallTimeout = MediaTime(value: 2, timescale: 1)
    let cameras = SystemCameras(options: options)
    self.cameras = cameras
    try Frames.write(to: "\(folder)/first", text: Self.text)
    first = try USBCamera(frames: "\(folder)/first", port: 0)
    try wait(10, for: "the camera") { cameras.devices.count == 1 }
    device = cameras.devices[0]
  }

  func run(_ list: inout Checklist) {
    list.check("the camera is found, without its metadata node") { try discovery() }
    list.check("MJPEG and YUYV show the image in all sizes") { try formats() }
    list.check("MJPEG 1280×720 is captured at 30 frames per second") { try rate() }
    list.check("for 1280×720 at 30 frames per second, a format that reaches this rate is chosen") { try choice() }
    list.check("each control reaches the camera with the correct value") { try controls() }
    list.check("setting the exposure in automatic mode is refused with the reason") { try lockedExposure() }
    list.check("AVFoundation's properties reach the camera") { try properties() }
    list.check("a code is read, and another one within a second of being shown") { try codes() }
    CommandChecks(camera: device.uniqueID, preset: "low", text: Self.text) {
      try Frames.prepare($0, for: "\(folder)/first")
    }.run(&list)
    let photos = PhotoChecks(device: device)
    list.check("an MJPEG photo contains the camera's scan byte for byte") {
      try photos.ownJPEG(format("MJPG", 1280), shown: "\(folder)/first/1280x720.jpg")
    }
    list.check("a burst of 30 photos at 30 frames per second skips no frame") {
      try photos.burst(format("MJPG", 1280), count: 30)
    }
    list.check("photos without shutter lag are at most one frame from the call") {
      try photos.zeroShutterLag(format("MJPG", 1280))
    }
    list.check("all steps of photos are reported within 1 s of unplugging the camera") {
      let unplugged = Result { try photos.unplugged(format("MJPG", 1280)) { first.unplug() } }
      // Even after a failure, the following checks need the camera.
      try wait(5, for: "the disconnection") { !device.isConnected }
      try first.plugIn()
      try wait(10, for: "the camera") { device.isConnected }
      try unplugged.get()
    }
    list.check("a damaged frame, which uvcvideo discards, is counted as a gap") { try damage() }
    list.check("a frozen camera is reported as stalled in time") { try stall() }
    list.check("unplugging while streaming is a typed error within 1 s, and streaming resumes after replugging") {
      try unplug()
    }
    list.check("two cameras stream at once") { try two() }
    // The slow encoding of the H.264 file is done only once.
    do { try withFilm { film in film.run(&list) } } catch {
      list.check("a camera with H.264 is plugged in") { throw error }
    }
    list.check("viewfinder doctor lets cameras on the same bus stream at the same time") { try sharing() }
    list.check("after each of 200 switches between two cameras, no frame of the old one follows the commit") {
      try switching()
    }
    list.check("after 20 unplug cycles, descriptors and threads have not grown") { try cycles() }
    first.unplug()
  }

  private func format(_ code: FourCharCode, _ width: Int) throws -> CaptureDevice.Format {
    let format = try device.loadFormats().first { $0.driverCode == code && $0.dimensions.width == width }
    guard let format else { throw Failure("the camera does not offer \(code) \(width)") }
    return format
  }

  private func discovery() throws {
    try expect(cameras.devices.count == 1, "found \(cameras.devices)")
    try expect(device.modelID == "1209:0001", "the model is \(device.modelID)")
    try expect(device.deviceType == .external, "the device type is \(device.deviceType)")
    note("\(device) by \(device.manufacturer)")
    for format in try device.loadFormats() { note("\(format)") }
    try expect(try device.loadFormats().count == 6, "formats")
  }

  private func formats() throws {
    for format in try device.loadFormats() {
      let viewer = try Viewer(device, format: format)
      try viewer.start()
      defer { viewer.stop() }
      // The first frames of a stream can be truncated.
      try viewer.waitForFrames(2)
      let sample = try viewer.picture()
      try expect(
        device.actualConfiguration != nil && device.activeFormat == format, "the actual format is not \(format)")
      let text = try code(in: sample)
      try expect(text == Self.text, "\(format): read code '\(text ?? "nothing")'")
    }
  }

  private func rate() throws {
    let viewer = try Viewer(device, format: format("MJPG", 1280))
    try viewer.start()
    defer { viewer.stop() }
    try viewer.waitForFrames(100, seconds: 20)
    let times = viewer.frames.suffix(91).map(\.time.seconds)
    let rate = 90 / (times[90] - times[0])
    note("\(rounded(rate)) frames per second, \(viewer.output.statistics.dropped.total) dropped")
    try expect(rate > 27, "\(rate) frames per second")
  }

  private func choice() throws {
    let session = CaptureSession()
    session.sessionPreset = .hd1280x720
    try session.add(CaptureDeviceInput(device: device))
    let format = device.activeFormat
    note("\(format)")
    try expect(format.dimensions.width == 1280 && format.maxFrameRate >= 30, "\(format)")
  }

  private func controls() throws {
    let viewer = try Viewer(device, format: format("MJPG", 320))
    try viewer.start()
    defer { viewer.stop() }
    try viewer.set(1, "auto_exposure")
    try viewer.set(0, "focus_automatic_continuous")
    try viewer.set(0, "white_balance_automatic")
    var count = 0
    for control in try device.controls() where !control.flags.contains(.readOnly) {
      // The camera uses the same name for pan and tilt.
      if ["pan_absolute", "tilt_absolute", "privacy"].contains(control.driverName) { continue }
      for value in values(of: control) {
        try viewer.set(value, control.driverName)
        let line = "\(control.driverName) \(logged(value, control.driverName))"
        try wait(2, for: "the line '\(line)' in the camera's log, whose last line is \(first.lines.last ?? "")") {
          first.lines.last == line
        }
        count += 1
      }
    }
    note("\(count) values of \(try device.controls().count) controls")
    try expect(count >= 30, "only \(count) values were set")
  }

  /// Returns the minimum, the maximum and a value in between.
  private func values(of control: CaptureControl) -> [Int64] {
    // Manual mode is last, so that the controls after this one can be set.
    if control.name == .exposureMode { return [3, 1] }
    if control.kind == .boolean { return control.driverName.contains("auto") ? [1, 0] : [0, 1] }
    if case .menu(let names) = control.kind { return names.keys.sorted() }
    return [control.minimum, control.value(atFraction: 0.4), control.value(atFraction: 1)]
  }

  /// Converts a value to that of the camera's log: UVC encodes exposure modes as bits, 1 manual, 8 aperture priority.
  private func logged(_ value: Int64, _ driverName: String) -> Int64 {
    driverName == "auto_exposure" ? (value == 1 ? 1 : 8) : value
  }

  private func lockedExposure() throws {
    let viewer = try Viewer(device)
    try viewer.set(3, "auto_exposure")
    do { try viewer.set(100, "exposure_time_absolute") } catch let error as CaptureError {
      note("\(error)")
      try expect(error.code == .controlLocked, "\(error)")
      return
    }
    throw Failure("the camera accepted the exposure")
  }

  private func properties() throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try device.expose(for: MediaTime(value: 1, timescale: 100), iso: 50)
    try expect(first.lines.suffix(2) == ["exposure_time_absolute 100", "gain 50"], "\(first.lines.suffix(3))")
    try device.lockFocus(at: 0.5)
    try expect(first.lines.last == "focus_absolute 125", "\(first.lines.suffix(3))")
    try device.set(\.zoomFactor, to: 2)
    try expect(first.lines.last == "zoom_absolute 200", "\(first.lines.suffix(3))")
    try device.lockWhiteBalance(
      at: CaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: 5000))
    try expect(first.lines.last == "white_balance_temperature 5000", "\(first.lines.suffix(3))")
    try device.set(\.focusMode, to: .continuousAutoFocus)
    try expect(first.lines.last == "focus_automatic_continuous 1", "\(first.lines.suffix(3))")
    try expect(
      !device.hasTorch && device.isExposurePointOfInterestSupported, "the camera reports features that it lacks")
    try device.set(\.zoomFactor, to: 1)
    try device.set(\.exposureMode, to: .continuousAutoExposure)
  }

  private func codes() throws {
    let session = CaptureSession()
    let output = CaptureMetadataOutput(detectors: [CodeScanner()])
    session.sessionPreset = .vga640x480
    try session.add(CaptureDeviceInput(device: device))
    try session.add(output)
    let texts = Log<String>()
    let finds = output.metadataObjects
    let task = Task {
      for await find in finds {
        for case let code as MachineReadableCodeObject in find.objects {
          texts.append(code.stringValue ?? "")
        }
      }
    }
    defer { task.cancel() }
    session.startRunning()
    defer { session.stopRunning() }
    try wait(10, for: "the code") { texts.all.last == Self.text }
    let other = try Frames.prepare("another code", for: "\(folder)/first")
    let start = monotonicSeconds()
    try other()
    try wait(5, for: "the other code") { texts.all.last == "another code" }
    let after = monotonicSeconds() - start
    try Frames.write(to: "\(folder)/first", text: Self.text)
    note("after \(rounded(after)) s")
    try expect(after < 1, "took \(after) s")
  }

  private func damage() throws {
    let viewer = try Viewer(device, format: format("MJPG", 320))
    try viewer.start()
    defer { viewer.stop() }
    try viewer.waitForFrames(5)
    let before = viewer.output.statistics.dropped.discontinuity
    first.damageNextFrame()
    try wait(3, for: "a gap") { viewer.output.statistics.dropped.discontinuity > before }
    try viewer.waitForFrames(5)
    let gaps = viewer.output.statistics.dropped.discontinuity - before
    try expect(gaps == 1, "\(gaps) gaps")
  }

  private func stall() throws {
    let viewer = try Viewer(device, format: format("MJPG", 320))
    try viewer.start()
    try viewer.waitForFrames(3)
    let start = monotonicSeconds()
    first.toggleFreeze()
    let (error, after) = try viewer.failure(since: start, within: 6)
    first.toggleFreeze()
    note("\(error), after \(rounded(after)) s")
    try expect(error.code == .stalled && after > 1.5 && after < 3, "\(error) after \(after) s")
    viewer.stop()
    try viewer.start()
    try viewer.waitForFrames(3)
    viewer.stop()
  }

  private func unplug() throws {
    let viewer = try Viewer(device, format: format("MJPG", 320), resumes: true)
    try viewer.start()
    try viewer.waitForFrames(3)
    let start = monotonicSeconds()
    first.unplug()
    let (error, after) = try viewer.failure(since: start, within: 3)
    note("\(error), after \(rounded(after)) s")
    try expect(error.code == .deviceDisconnected && after < 1, "\(error) after \(after) s")
    try wait(2, for: "the disconnection") { !device.isConnected }
    try first.plugIn()
    try viewer.waitForFrames(3)
    viewer.stop()
  }

  /// Calls `body` with an additional camera that offers H.264.
  private func withFilm(_ body: (FilmChecks) throws -> Void) throws {
    let frames = "\(folder)/film"
    try Frames.write(to: frames, text: Self.text)
    let film = try FilmChecks.prepare(frames)
    try withSecond(frames: frames) { camera, device in
      try body(FilmChecks(device: device, camera: camera, film: film, text: Self.text))
    }
  }

  /// Calls `body` with a second camera.
  private func withSecond(_ body: (CaptureDevice) throws -> Void) throws {
    try Frames.write(to: "\(folder)/second", text: "the second")
    try withSecond(frames: "\(folder)/second") { try body($1) }
  }

  private func withSecond(frames: String, _ body: (USBCamera, CaptureDevice) throws -> Void) throws {
    let second = try USBCamera(frames: frames, port: 1, name: "Second Camera")
    defer {
      second.unplug()
      // Otherwise the next camera could be mistaken for this one, whose disconnection is still pending.
      try? wait(10, for: "the disconnection of the second camera") { cameras.devices.count == 1 }
    }
    try wait(10, for: "the second camera") { cameras.devices.count == 2 }
    guard let other = cameras.devices.first(where: { $0 != device }) else {
      throw Failure("no second camera found")
    }
    try body(second, other)
  }

  private func two() throws {
    try withSecond { other in
      let viewers = try [device, other].map { try Viewer($0, format: format("MJPG", 640)) }
      for viewer in viewers { try viewer.start() }
      for viewer in viewers { try viewer.waitForFrames(10) }
      let texts = try viewers.map { try code(in: $0.picture()) }
      for viewer in viewers { viewer.stop() }
      try expect(texts == [Self.text, "the second"], "\(texts)")
    }
  }

  private func sharing() throws {
    try withSecond { _ in
      let command = try RunningCommand("viewfinder", ["doctor"])
      let status = try command.end()
      let finding = command.lines.first { $0.contains("USB bus") } ?? ""
      note(finding)
      try expect(status == 0 && finding.hasPrefix("ok"), "status \(status): \(command.lines)")
      try expect(finding.contains("USB Camera") && finding.contains("Second Camera"), finding)
    }
  }

  private func switching() throws {
    try withSecond { other in
      let viewer = try Viewer(device, format: format("MJPG", 320))
      viewer.session.sessionPreset = .low
      let inputs = [viewer.session.inputs[0], try CaptureDeviceInput(device: other)]
      try viewer.start()
      try viewer.waitForFrames(2)
      var strays = 0
      for turn in 1...200 {
        let old = inputs[(turn + 1) % 2]
        let new = inputs[turn % 2]
        viewer.session.beginConfiguration()
        viewer.session.removeInput(old)
        try viewer.session.add(new)
        try viewer.session.commit()
        let before = viewer.frameCount
        try viewer.waitForFrames(1, seconds: 5)
        strays += viewer.frames.dropFirst(before).count { $0.input != ObjectIdentifier(new) }
      }
      viewer.stop()
      try expect(strays == 0, "\(strays) frames of the old camera")
    }
  }

  private func cycles() throws {
    let viewer = try Viewer(device, format: format("MJPG", 320), resumes: true)
    try viewer.start()
    func cycle() throws {
      first.unplug()
      try wait(5, for: "the disconnection") { !device.isConnected && viewer.session.isInterrupted }
      try first.plugIn()
      try viewer.waitForFrames(1)
    }
    for _ in 0..<3 { try cycle() }
    let before = Resources.now
    for _ in 0..<17 { try cycle() }
    let now = Resources.now
    viewer.stop()
    note("\(before), then \(now)")
    try expect(now.descriptors <= before.descriptors && now.threads <= before.threads + 1, "\(now), was \(before)")
  }
}
