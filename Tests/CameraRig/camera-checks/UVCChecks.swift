import OpenCaptureFlow
import OpenCaptureCameras
import OpenCaptureSession
import OpenCaptureCodes
import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// What is checked with USB cameras in user space, which the kernel's `uvcvideo` drives.
struct UVCChecks {
  private let cameras: SystemCameras
  private let first: USBCamera
  private let folder: String
  private let device: CaptureDevice

  private static let text = "seen by a USB camera"

  /// Plugs one in.
  ///
  /// - Parameter folder: Where pictures are put.
  init(folder: String) throws {
    self.folder = folder
    mkdir(folder, 0o755)
    var options = V4L2Camera.Options()
    options.stallTimeout = MediaTime(value: 2, timescale: 1)
    let cameras = SystemCameras(options: options)
    self.cameras = cameras
    try Frames.write(to: "\(folder)/first", text: Self.text)
    first = try USBCamera(frames: "\(folder)/first", port: 0)
    try wait(10, for: "camera") { cameras.devices.count == 1 }
    device = cameras.devices[0]
  }

  func run(_ list: inout Checklist) {
    list.check("the camera is found, without its metadata node") { try discovery() }
    list.check("MJPEG and YUYV in every size show the picture") { try formats() }
    list.check("MJPEG 1280×720 comes at 30 frames per second") { try rate() }
    list.check("1280×720 at 30 is chosen as MJPEG or raw, whichever reaches it") { try choice() }
    list.check("every control arrives at the camera with the value meant") { try controls() }
    list.check("exposure in automatic mode is refused with the reason") { try lockedExposure() }
    list.check("AVFoundation's properties arrive at the camera") { try properties() }
    list.check("a code is read, and another one within a second after it was shown") { try codes() }
    CommandChecks(camera: device.uniqueID, preset: "low", text: Self.text) {
      try Frames.prepare($0, for: "\(folder)/first")
    }.run(&list)
    let photos = PhotoChecks(device: device)
    list.check("a photo of MJPEG is the camera's own, its scan byte for byte") {
      try photos.ownJPEG(format("MJPG", 1280), shown: "\(folder)/first/1280x720.jpg")
    }
    list.check("a burst of 30 photos at 30 frames per second misses none") {
      try photos.burst(format("MJPG", 1280), count: 30)
    }
    list.check("photos without shutter lag are at most a frame from the call") {
      try photos.zeroShutterLag(format("MJPG", 1280))
    }
    list.check("all steps of photos are told within 1 s where the camera is unplugged") {
      let unplugged = Result { try photos.unplugged(format("MJPG", 1280)) { first.unplug() } }
      // Whatever came of it, those that follow have their camera.
      try wait(5, for: "disconnection") { !device.isConnected }
      try first.plugIn()
      try wait(10, for: "camera") { device.isConnected }
      try unplugged.get()
    }
    list.check("a damaged frame, which uvcvideo keeps to itself, is a gap that is counted") { try damage() }
    list.check("a camera that freezes is a stall, in time") { try stall() }
    list.check("unplugging while streaming is a typed error within 1 s; frames come again after replugging") {
      try unplug()
    }
    list.check("two cameras at once") { try two() }
    // What an H.264 encoder takes here is spent once.
    do { try withFilm { film in film.run(&list) } } catch {
      list.check("a camera that gives H.264 is plugged in") { throw error }
    }
    list.check("viewfinder doctor lets cameras that share a bus stream at the same time") { try sharing() }
    list.check("switched 200 times between two cameras: no frame of the old one after the commit") {
      try switching()
    }
    list.check("20 times unplugged and plugged in: descriptors and threads as before") { try cycles() }
    first.unplug()
  }

  private func format(_ code: FourCharCode, _ width: Int) throws -> CaptureDevice.Format {
    let format = try device.loadFormats().first { $0.driverCode == code && $0.dimensions.width == width }
    guard let format else { throw Failure("there is no \(code) \(width)") }
    return format
  }

  private func discovery() throws {
    try expect(cameras.devices.count == 1, "there are \(cameras.devices)")
    try expect(device.modelID == "1209:0001", "the model is \(device.modelID)")
    try expect(device.deviceType == .external, "it is \(device.deviceType)")
    note("\(device) by \(device.manufacturer)")
    for format in try device.loadFormats() { note("\(format)") }
    try expect(try device.loadFormats().count == 6, "formats")
  }

  private func formats() throws {
    for format in try device.loadFormats() {
      let viewer = try Viewer(device, format: format)
      try viewer.start()
      defer { viewer.stop() }
      // The first frames of a stream can be cut.
      try viewer.waitForFrames(2)
      let sample = try viewer.picture()
      try expect(
        device.grantedConfiguration != nil && device.activeFormat == format, "granted other than \(format)")
      let text = try code(in: sample)
      try expect(text == Self.text, "\(format): the code says \(text ?? "nothing")")
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
    try session.addInput(CaptureDeviceInput(device: device))
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
      // The camera calls both by one name.
      if ["pan_absolute", "tilt_absolute", "privacy"].contains(control.name.rawValue) { continue }
      for value in values(of: control) {
        try viewer.set(value, control.name)
        let line = "\(control.name) \(logged(value, control.name))"
        try wait(2, for: "line '\(line)' in the camera's log, last is \(first.lines.last ?? "")") {
          first.lines.last == line
        }
        count += 1
      }
    }
    note("\(count) values of \(try device.controls().count) controls")
    try expect(count >= 30, "only \(count) values were set")
  }

  /// The least, the greatest and one in between.
  private func values(of control: CaptureControl) -> [Int64] {
    // Manual last, so that what comes after it can be set.
    if control.name == "auto_exposure" { return [3, 1] }
    if control.kind == .boolean { return control.name.rawValue.contains("auto") ? [1, 0] : [0, 1] }
    if case .menu(let names) = control.kind { return names.keys.sorted() }
    return [control.minimum, control.value(atFraction: 0.4), control.value(atFraction: 1)]
  }

  /// UVC writes exposure modes as bits: 1 is manual, 8 aperture priority.
  private func logged(_ value: Int64, _ name: CaptureControl.Name) -> Int64 {
    name == "auto_exposure" ? (value == 1 ? 1 : 8) : value
  }

  private func lockedExposure() throws {
    let viewer = try Viewer(device)
    try viewer.set(3, "auto_exposure")
    do { try viewer.set(100, "exposure_time_absolute") } catch let error as CaptureError {
      note("\(error)")
      try expect(error.code == .controlLocked, "\(error)")
      return
    }
    throw Failure("it was taken")
  }

  private func properties() throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try device.setExposureModeCustom(duration: MediaTime(value: 1, timescale: 100), iso: 50)
    try expect(first.lines.suffix(2) == ["exposure_time_absolute 100", "gain 50"], "\(first.lines.suffix(3))")
    try device.setFocusModeLocked(lensPosition: 0.5)
    try expect(first.lines.last == "focus_absolute 125", "\(first.lines.suffix(3))")
    try device.set(\.videoZoomFactor, to: 2)
    try expect(first.lines.last == "zoom_absolute 200", "\(first.lines.suffix(3))")
    try device.setWhiteBalanceModeLocked(
      with: CaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: 5000))
    try expect(first.lines.last == "white_balance_temperature 5000", "\(first.lines.suffix(3))")
    try device.set(\.focusMode, to: .continuousAutoFocus)
    try expect(first.lines.last == "focus_automatic_continuous 1", "\(first.lines.suffix(3))")
    try expect(!device.hasTorch && device.isExposurePointOfInterestSupported, "it claims what it hasn't")
    try device.set(\.videoZoomFactor, to: 1)
    try device.set(\.exposureMode, to: .continuousAutoExposure)
  }

  private func codes() throws {
    let session = CaptureSession()
    let output = CaptureMetadataOutput(detectors: [CodeScanner()])
    session.sessionPreset = .vga640x480
    try session.addInput(CaptureDeviceInput(device: device))
    try session.addOutput(output)
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
    try wait(10, for: "code") { texts.all.last == Self.text }
    let other = try Frames.prepare("another code", for: "\(folder)/first")
    let start = monotonicSeconds()
    try other()
    try wait(5, for: "other code") { texts.all.last == "another code" }
    let after = monotonicSeconds() - start
    try Frames.write(to: "\(folder)/first", text: Self.text)
    note("after \(rounded(after)) s")
    try expect(after < 1, "it took \(after) s")
  }

  private func damage() throws {
    let viewer = try Viewer(device, format: format("MJPG", 320))
    try viewer.start()
    defer { viewer.stop() }
    try viewer.waitForFrames(5)
    let before = viewer.output.statistics.dropped.discontinuity
    first.spoilFrame()
    try wait(3, for: "gap") { viewer.output.statistics.dropped.discontinuity > before }
    try viewer.waitForFrames(5)
    let gaps = viewer.output.statistics.dropped.discontinuity - before
    try expect(gaps == 1, "there were \(gaps) gaps")
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
    try wait(2, for: "disconnection") { !device.isConnected }
    try first.plugIn()
    try viewer.waitForFrames(3)
    viewer.stop()
  }

  /// Plugs a camera in that gives H.264.
  private func withFilm(_ body: (FilmChecks) throws -> Void) throws {
    let frames = "\(folder)/film"
    try Frames.write(to: frames, text: Self.text)
    let film = try FilmChecks.prepare(frames)
    try withSecond(frames: frames) { camera, device in
      try body(FilmChecks(device: device, camera: camera, film: film, text: Self.text))
    }
  }

  /// Plugs a second camera in.
  private func withSecond(_ body: (CaptureDevice) throws -> Void) throws {
    try Frames.write(to: "\(folder)/second", text: "the second")
    try withSecond(frames: "\(folder)/second") { try body($1) }
  }

  private func withSecond(frames: String, _ body: (USBCamera, CaptureDevice) throws -> Void) throws {
    let second = try USBCamera(frames: frames, port: 1, name: "Second Camera")
    defer {
      second.unplug()
      // Else the next one would be taken for this, of which the news that it is gone are still on their way.
      try? wait(10, for: "the second camera's end") { cameras.devices.count == 1 }
    }
    try wait(10, for: "second camera") { cameras.devices.count == 2 }
    guard let other = cameras.devices.first(where: { $0 != device }) else { throw Failure("it is the same") }
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
        let (old, new) = (inputs[(turn + 1) % 2], inputs[turn % 2])
        viewer.session.beginConfiguration()
        viewer.session.removeInput(old)
        try viewer.session.addInput(new)
        try viewer.session.commitConfiguration()
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
      try wait(5, for: "disconnection") { !device.isConnected && viewer.session.isInterrupted }
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
