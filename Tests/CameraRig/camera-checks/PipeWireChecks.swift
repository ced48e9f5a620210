import Dispatch
import Fixtures
import Glibc
import OpenCaptureCameras
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCapturePipeWire
import OpenCaptureProcessing
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem

/// Checks of cameras from and for other programs, with a private daemon of PipeWire (see Tests/PipeWireCameras/run).
struct PipeWireChecks {
  private let cameras = ConnectedCameras()
  /// The script that starts and kills the daemon.
  private let servers = getenv("PIPEWIRE_SERVERS").map { String(cString: $0) } ?? "false"
  /// The number of restarts, format switches and frames, as a multiple of a short run.
  private let effort = getenv("PIPEWIRE_EFFORT").flatMap { Int(String(cString: $0)) } ?? 1

  /// Returns the camera with a name, after it appeared.
  private func camera(_ name: String, within seconds: Double = 5) throws -> CaptureDevice {
    var found: CaptureDevice?
    try wait(seconds, for: "the camera \(name)") {
      found = cameras.devices.first { $0.uniqueID == PipeWireNode.idPrefix + name }
      return found != nil
    }
    guard let found else { throw Failure("no camera \(name)") }
    return found
  }

  /// Runs a camera of GStreamer during a closure.
  private func withSource(
    _ name: String, _ pipeline: String, _ body: (CaptureDevice) throws -> Void
  ) throws {
    let properties = "p,media.class=Video/Source,node.name=\(name),node.description=\(name)-camera"
    let source = try spawn(
      ["gst-launch-1.0", "-q"] + pipeline.split(separator: " ").map(String.init)
        + ["!", "pipewiresink", "mode=provide", "stream-properties=\(properties)"], output: "/dev/null",
      errors: "/dev/null")
    defer {
      kill(source, SIGKILL)
      waitpid(source, nil, 0)
    }
    try body(camera(name))
  }

  func run(_ list: inout Checklist) {
    checkCameras(&list)
    checkFormats(&list)
    checkControls(&list)
    checkVirtualCamera(&list)
    checkRelays(&list)
    checkRestarts(&list)
  }

  // MARK: Cameras of other programs

  private func checkCameras(_ list: inout Checklist) {
    let pipeline = "videotestsrc is-live=true ! video/x-raw,format=YUY2,width=640,height=480,framerate=30/1"
    list.check("a camera of another program is listed once while it exists, with its name and format") {
      try withSource("listed", pipeline) { device in
        try expect(device.localizedName == "listed-camera", device.localizedName)
        let formats = try device.loadFormats().map(\.description)
        try expect(formats == ["YUYV 640×480 at 30 fps"], "\(formats)")
        try expect(cameras.devices.filter { $0 == device }.count == 1, "\(cameras.devices)")
        try expect(cameras.authorizationStatus == .authorized, "not authorized")
      }
      try wait(5, for: "the end of the camera") { cameras.devices.allSatisfy { !$0.uniqueID.hasSuffix("listed") } }
    }
    list.check("frames arrive in order, with times of the monotonic clock, and none is lost") {
      try withSource("frames", pipeline) { device in
        let viewer = try Viewer(device)
        try viewer.start()
        try viewer.waitForFrames(100 * effort, seconds: 10 * Double(effort) + 10)
        viewer.stop()
        let frames = viewer.frames
        let numbers = frames.map(\.number)
        try expect(zip(numbers.dropFirst(), numbers).allSatisfy { $0 > $1 }, "numbers are not in order")
        let missing = Int(numbers.last ?? 0) - Int(numbers.first ?? 0) + 1 - numbers.count
        let gaps = zip(frames.dropFirst(), frames).map { ($0.time - $1.time).seconds }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        note("\(numbers.count) frames, \(missing) lost, \(rounded(mean * 1000)) ms apart")
        try expect(missing <= numbers.count / 50, "\(missing) frames are missing")
        try expect(abs(mean - 1.0 / 30) < 0.002, "frames are \(mean) s apart")
        let age = monotonicSeconds() - (frames.last?.time.seconds ?? 0)
        try expect((0..<2).contains(age), "the last frame is \(age) s old")
      }
    }
    list.check("a camera that leaves the size of its frames open is read") {
      try withSource("open", pipeline + " ! videoconvert ! video/x-raw,format=I420") { device in
        let viewer = try Viewer(device)
        try viewer.start()
        try viewer.waitForFrames(3)
        viewer.stop()
      }
    }
    list.check("a camera that ends while it is used ends the stream, and is then disconnected") {
      var viewer: Viewer?
      var start = 0.0
      try withSource("ending", pipeline) { device in
        let opened = try Viewer(device)
        try opened.start()
        try opened.waitForFrames(5)
        viewer = opened
        start = monotonicSeconds()
      }
      guard let failure = try viewer?.failure(since: start, within: 7) else { throw Failure("no viewer") }
      note("after \(rounded(failure.after)) s: \(failure.error)")
      try expect(failure.error.code == .deviceFailed, "\(failure.error)")
      try wait(5, for: "the disconnection") { viewer?.device.isConnected == false }
      viewer?.stop()
    }
  }

  // MARK: Formats

  /// The formats by GStreamer's name, with the code of the camera's format.
  private static let formats: [(name: String, code: FourCharCode)] = [
    ("I420", "YU12"), ("YV12", "YV12"), ("YUY2", "YUYV"), ("UYVY", "UYVY"), ("NV12", "NV12"), ("NV21", "NV21"),
    ("GRAY8", "GREY"), ("Y42B", "422P"), ("RGB", "RGB3"), ("BGR", "BGR3"), ("RGBx", "XB24"), ("BGRx", "XR24"),
    ("RGBA", "AB24"), ("BGRA", "AR24"),
  ]

  private func checkControls(_ list: inout Checklist) {
    list.check("a camera has the controls of its source, which takes their values") {
      let node = "$(pw-cli ls Node | awk '/id [0-9]+,/{id=$2+0} /node.name = .controlled/{print id}')"
      try shell(
        """
        pw-cli create-node spa-node-factory '{ factory.name=videotestsrc media.class=Video/Source object.linger=true
          library.name=videotestsrc/libspa-videotestsrc node.name=controlled }' > /dev/null
        """)
      defer { try? shell("pw-cli destroy \(node) > /dev/null") }
      let device = try camera("controlled")
      let control = try device.controls().first { $0.name == "the_pattern" }
      try expect(
        control?.kind == .menu([0: "SMPTE snow", 1: "Snow"]) && control?.value == 0, control.debugDescription)
      try device.lockForConfiguration()
      defer { device.unlockForConfiguration() }
      let actual = try device.setValue(1, of: "the_pattern")
      try expect(actual == 1, "the value is \(actual)")
    }
  }

  private func checkFormats(_ list: inout Checklist) {
    for format in Self.formats {
      list.check("\(format.name) has the right colors") {
        let pipeline =
          "videotestsrc is-live=true pattern=red ! "
          + "video/x-raw,format=\(format.name),width=320,height=240,framerate=30/1"
        try withSource("color-\(format.name)", pipeline) {
          try checkRed($0, format.code, isGrey: format.code == "GREY")
        }
      }
    }
    list.check("JPEG has the right colors") {
      let pipeline =
        "videotestsrc is-live=true pattern=red ! video/x-raw,width=320,height=240,framerate=30/1 ! jpegenc"
      try withSource("color-jpeg", pipeline) { try checkRed($0, "MJPG", isGrey: false) }
    }
    checkH264(&list)
  }

  private func checkH264(_ list: inout Checklist) {
    list.check("H.264 is read, also by a program that begins between key frames") {
      let pipeline =
        "videotestsrc is-live=true pattern=red ! video/x-raw,width=320,height=240,framerate=30/1 ! "
        + "x264enc tune=zerolatency key-int-max=30 ! h264parse config-interval=-1 ! "
        + "video/x-h264,stream-format=byte-stream,alignment=au"
      try withSource("h264", pipeline) { device in
        try checkRed(device, "H264", isGrey: false)
        usleep(500_000)
        try checkRed(device, "H264", isGrey: false)
      }
    }
  }

  private func checkRed(_ device: CaptureDevice, _ code: FourCharCode, isGrey: Bool) throws {
    guard let format = try device.loadFormats().first(where: { $0.driverCode == code }) else {
      throw Failure("no \(code) among \(try device.loadFormats())")
    }
    let viewer = try Viewer(device, format: format)
    try viewer.start()
    defer { viewer.stop() }
    let sample = try viewer.picture()
    try expect(sample.format.fourCharCode == format.formatDescription.fourCharCode, "\(sample.format)")
    let picture = try sample.image(as: .bgra)
    let center = picture.planes[0].bytesPerRow * 120 + 160 * 4
    let pixel = picture.withUnsafePlane(0) { bytes in (0..<3).map { Int(bytes[center + $0]) } }
    // Blue, green, red.
    let wanted = isGrey ? [pixel[0], pixel[0], pixel[0]] : [0, 0, 255]
    // GStreamer writes video range into JPEG, which has full range. H.264 loses a little.
    let tolerance = code == "MJPG" ? 20 : code == "H264" ? 10 : 6
    let isRight = zip(pixel, wanted).allSatisfy { abs($0 - $1) <= tolerance }
    try expect(isRight && (!isGrey || (40...90).contains(pixel[0])), "blue, green and red are \(pixel)")
  }

  // MARK: A camera for other programs

  private func checkVirtualCamera(_ list: inout Checklist) {
    list.check("our camera is read by ours: frames are in time, and nothing is converted without a reader") {
      let publisher = try Publisher(VirtualCameraConsumer(name: "published"))
      defer { publisher.stop() }
      let device = try camera("published")
      try wait(5, for: "frames without a reader") { publisher.statistics.unreadCount > 10 }
      try expect(publisher.statistics.sentCount == 0, "\(publisher.statistics)")
      let viewer = try Viewer(device)
      try viewer.start()
      try viewer.waitForFrames(60 * effort, seconds: 10 * Double(effort) + 10)
      let text = try code(in: try viewer.picture())
      let age = monotonicSeconds() - (viewer.frames.last?.time.seconds ?? 0)
      viewer.stop()
      note("\(device.activeFormat), code \(text ?? "none"), \(publisher.statistics), age \(rounded(age * 1000)) ms")
      try expect(text != nil, "the code in the picture is not readable")
      try expect((0..<0.5).contains(age), "the last frame is \(age) s old")
      let sent = publisher.statistics.sentCount
      try wait(5, for: "the end of reading") {
        let before = publisher.statistics
        usleep(200_000)
        return publisher.statistics.sentCount == before.sentCount && before.sentCount >= sent
      }
    }
    list.check("kept frames do not change, also after the end of the stream") {
      let publisher = try Publisher(VirtualCameraConsumer(name: "kept"))
      defer { publisher.stop() }
      let viewer = try Viewer(try camera("kept"))
      try viewer.start()
      let kept = try (0..<3).map { _ in try viewer.picture() }
      let texts = try kept.map(code)
      try expect(Set(texts).count == 3 && !texts.contains(nil), "\(texts)")
      try viewer.waitForFrames(60)
      viewer.stop()
      let later = try kept.map(code)
      try expect(later == texts, "\(later) instead of \(texts)")
    }
    list.check("GStreamer reads our camera, and its pixels are the frame's") {
      var still = try PixelBuffer(format: .bgra, width: 640, height: 480, rowAlignment: 1)
      try still.withUnsafeMutablePlane(0) { bytes in
        for offset in bytes.indices { bytes[offset] = UInt8(truncatingIfNeeded: offset / 4 ^ offset / 2560) }
      }
      let publisher = try Publisher(VirtualCameraConsumer(name: "exact"), PictureScene(still: still))
      defer { publisher.stop() }
      _ = try camera("exact")
      for (name, format) in [("BGRx", PixelFormat.bgra), ("NV12", .nv12), ("I420", .i420)] {
        let path = "/tmp/pipewire-exact.raw"
        try shell(
          "timeout 20 gst-launch-1.0 -q pipewiresrc target-object=exact num-buffers=3 ! "
            + "video/x-raw,format=\(name) ! filesink location=\(path)")
        let found = bytes(path)
        guard let sample = publisher.last else { throw Failure("no frame was published") }
        let wanted = packed(try sample.image(as: format))
        try expect(found.count == wanted.count * 3, "\(name): \(found.count) bytes instead of \(wanted.count * 3)")
        try expect(Array(found.suffix(wanted.count)) == wanted, "\(name): other pixels")
      }
    }
    list.check("format switches of a running session reach our camera") {
      let publisher = try Publisher(VirtualCameraConsumer(name: "switched"))
      defer { publisher.stop() }
      let device = try camera("switched")
      // A format with the description of another one would not show when a switch is complete.
      let formats = try device.loadFormats().filter { $0.driverCode != "AR24" }
      try expect(formats.count >= 4, "\(formats)")
      let viewer = try Viewer(device)
      try viewer.start()
      try viewer.waitForFrames(3)
      let before = Resources.now
      // The session begins with the first format.
      for turn in 1...10 * effort {
        let format = formats[turn % formats.count]
        try device.lockForConfiguration()
        device.activeFormat = format
        device.unlockForConfiguration()
        try wait(10, for: "a frame in \(format)") {
          viewer.frames.last?.description.fourCharCode == format.formatDescription.fourCharCode
        }
      }
      viewer.stop()
      note("\(10 * effort) switches; before \(before), after \(Resources.now)")
    }
  }

  // MARK: A camera that is published again

  private func checkRelays(_ list: inout Checklist) {
    for format in [(name: "NV12", code: "NV12"), (name: "BGRx", code: "XR24")] {
      checkRelay(&list, format.name, format.code)
    }
  }

  private func checkRelay(_ list: inout Checklist, _ name: String, _ code: String) {
    list.check("\(name) is published as I420 within 1.2 times GStreamer's processor time and one frame of delay") {
      let scene = CodeAndFaces { _ in "\(MonotonicClock.now())" }
      let publisher = try Publisher(
        VirtualCameraConsumer(name: "source"), scene, size: VideoDimensions(width: 1280, height: 720))
      defer { publisher.stop() }
      let direct = try median(delays(of: camera("source")))
      let sink = "stream-properties=p,media.class=Video/Source,node.name=peer,node.description=peer"
      var ours: [Relay] = []
      var peers: [Relay] = []
      for _ in 0..<3 * effort {
        ours.append(
          try relay(
            [
              neighbor("viewfinder"), "--camera", "pipewire:source", "--format", code, "--with", "none",
              "-o", "camera:ours", "--quiet",
            ], as: "ours"))
        peers.append(
          try relay(
            ["gst-launch-1.0", "-q", "pipewiresrc", "target-object=source", "!", "video/x-raw,format=\(name)", "!"]
              + ["videoconvert", "!", "video/x-raw,format=I420", "!", "pipewiresink", "mode=provide", sink],
            as: "peer"))
      }
      let ratio = median(zip(ours, peers).map { $0.share / $1.share })
      let added = median(ours.map(\.delay)) - direct
      let addedByPeer = median(peers.map(\.delay)) - direct
      func percent(_ relays: [Relay]) -> [Double] { relays.map { rounded($0.share * 100) } }
      note("percent of a core: \(percent(ours)), GStreamer \(percent(peers))")
      note("ratio \(rounded(ratio)); delay \(rounded(direct * 1000)) ms directly")
      note("added \(rounded(added * 1000)) ms, GStreamer \(rounded(addedByPeer * 1000)) ms")
      try expect(ratio <= 1.2, "the processor time is \(ratio) times GStreamer's")
      try expect(added <= 1.0 / 30, "the delay is \(added) s")
    }
  }

  /// The cost of a program that reads a camera and publishes it again.
  private struct Relay {
    /// The processor time in cores.
    let share: Double
    /// The median time from the creation of a frame to its delivery, in seconds.
    let delay: Double
  }

  /// Runs a program that publishes a camera, and reads the camera for ten seconds.
  private func relay(_ command: [String], as name: String) throws -> Relay {
    let program = try spawn(command)
    defer {
      kill(program, SIGKILL)
      waitpid(program, nil, 0)
      try? wait(5, for: "the end of \(name)") { cameras.devices.allSatisfy { !$0.uniqueID.hasSuffix(name) } }
    }
    let device = try camera(name)
    let start = monotonicSeconds()
    let cost = processorSeconds(of: program)
    let found = try delays(of: device)
    let spent = processorSeconds(of: program) - cost
    try expect(cost > 0 && spent > 0, "\(name) has ended")
    return Relay(share: spent / (monotonicSeconds() - start), delay: median(found))
  }

  /// Returns the times from the creation of frames, which their codes contain, to their delivery, in seconds.
  private func delays(of device: CaptureDevice) throws -> [Double] {
    guard let format = try device.loadFormats().first(where: { $0.driverCode == "YU12" }) else {
      throw Failure("\(device) has no format YU12")
    }
    let found = Log<Double>()
    let viewer = try Viewer(device, format: format) { sample in
      let arrival = MonotonicClock.now()
      guard let text = try? code(in: sample), let creation = UInt64(text) else { return }
      found.append(Double(arrival - creation) / 1e9)
    }
    try viewer.start()
    usleep(10_000_000)
    viewer.stop()
    try expect(found.count > 200, "\(found.count) codes of \(device) are readable, \(viewer.events)")
    return found.all
  }

  // MARK: Restarts

  private func checkRestarts(_ list: inout Checklist) {
    list.check("a killed daemon is an interruption, and frames arrive again within 2 s of its restart") {
      let publisher = try Publisher(VirtualCameraConsumer(name: "restarted"))
      defer { publisher.stop() }
      let viewer = try Viewer(try camera("restarted"), resumes: true)
      try viewer.start()
      try viewer.waitForFrames(10)
      var delays: [Double] = []
      var before = Resources.now
      for turn in 0..<5 * effort {
        let start = monotonicSeconds()
        try shell("\(servers) kill")
        let failure = try viewer.failure(since: start, within: 5)
        if turn == 0 { note("after \(rounded(failure.after)) s: \(failure.error)") }
        try shell("\(servers) start")
        let restart = monotonicSeconds()
        try viewer.waitForFrames(3, seconds: 10)
        delays.append(monotonicSeconds() - restart)
        if turn == 2 { before = Resources.now }
      }
      let after = Resources.now
      viewer.stop()
      delays.sort()
      note("frames after \(rounded(delays[delays.count / 2])) s (median), \(rounded(delays.last ?? 0)) s (most)")
      note("before \(before), after \(after)")
      try expect(after.descriptors <= before.descriptors + 4, "descriptors leak")
      try expect(after.threads <= before.threads + 2, "threads leak")
      try expect((delays.last ?? 0) < 2, "frames arrived after \(delays.last ?? 0) s")
    }
  }
}

/// Returns the middle one of some numbers.
private func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

/// Returns the pixels of a picture without padding.
func packed(_ picture: PixelBuffer) -> [UInt8] {
  picture.planes.indices.flatMap { index in
    let plane = picture.planes[index]
    return picture.withUnsafePlane(index) { bytes in
      (0..<plane.height).flatMap { bytes[$0 * plane.bytesPerRow..<$0 * plane.bytesPerRow + plane.bytesInRow] }
    }
  }
}
