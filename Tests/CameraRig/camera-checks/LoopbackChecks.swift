import Fixtures
import Glibc
import OpenCaptureCameras
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCapturePipeWire
import OpenCaptureSession
import OpenCaptureSyntheticDevices

/// Checks with a device of v4l2loopback, which shows our frames to other programs.
struct LoopbackChecks {
  private let path: String
  /// Whether the module reports readers, as versions since 0.13 do.
  private let reportsReaders = getenv("LOOPBACK_REPORTS_READERS") != nil

  /// Creates the checks.
  ///
  /// - Parameter path: The device file.
  init(path: String) { self.path = path }

  func run(_ list: inout Checklist) {
    list.check("our frames are a camera for us, with their times; nothing is drawn without a reader") {
      try reading()
    }
    list.check("v4l2-ctl and ffmpeg read our frames, and their pixels are ours") { try pixels() }
    list.check("readers come and go") { try readers() }
    list.check("readers receive a grey picture while the source is away") { try sourceAway() }
    list.check("frames of another size are shown as soon as nothing reads the device") { try sizes() }
    list.check("a missing device and another one are refused with a hint") { try refusals() }
    list.check("viewfinder shows a camera with drawings, and scan-qr reads its code") { try commands() }
  }

  /// The camera that programs see while frames are shown.
  private func camera() throws -> CaptureDevice {
    var found: CaptureDevice?
    try wait(10, for: "the camera") {
      // The device becomes a camera without an event.
      found = SystemCameras().devices.first { $0.identity.path == path }
      return found != nil
    }
    guard let found else { throw Failure("no camera") }
    return found
  }

  private func reading() throws {
    let publisher = try Publisher(VirtualCameraConsumer(devicePath: path))
    defer { publisher.stop() }
    try wait(10, for: "frames") { publisher.statistics.takenCount > 30 }
    let before = publisher.statistics
    try expect(reportsReaders ? before.sentCount == 1 : before.unreadCount == 0, "\(before)")
    let viewer = try Viewer(try camera())
    try viewer.start()
    try viewer.waitForFrames(30)
    let text = try code(in: try viewer.picture())
    viewer.stop()
    note("\(viewer.device.activeFormat), code \(text ?? "none"), \(publisher.statistics)")
    try expect(text != nil, "the code in the picture is not readable")
    // Drivers have microseconds. The first frame can be an older one with the time of the reader's start.
    func microseconds(_ time: MediaTime) -> Int64 { time.convertScale(1_000_000_000).value / 1000 }
    let times = Set(publisher.times.map(microseconds))
    let strange = viewer.frames.dropFirst().filter { !times.contains(microseconds($0.time)) }
    try expect(strange.isEmpty, "\(strange.count) of \(viewer.frames.count) frames have other times")
    guard reportsReaders else { return }
    usleep(300_000)
    let after = publisher.statistics.sentCount
    usleep(500_000)
    try expect(publisher.statistics.sentCount == after, "\(publisher.statistics)")
  }

  private func pixels() throws {
    var still = try PixelBuffer(format: .bgra, width: 640, height: 480, rowAlignment: 1)
    try still.withUnsafeMutablePlane(0) { bytes in
      for offset in bytes.indices { bytes[offset] = UInt8(truncatingIfNeeded: offset / 4 ^ offset / 2560) }
    }
    let publisher = try Publisher(VirtualCameraConsumer(devicePath: path), PictureScene(still: still))
    defer { publisher.stop() }
    _ = try camera()
    for command in [
      "v4l2-ctl -d \(path) --stream-mmap --stream-count=5 --stream-to=/tmp/loopback.raw",
      "ffmpeg -v error -f v4l2 -i \(path) -frames:v 5 -f rawvideo -y /tmp/loopback.raw",
    ] {
      try shell("timeout 30 \(command) > /dev/null 2>&1")
      let device = try camera()
      guard let sample = publisher.last else { throw Failure("no frame was shown") }
      let isNV12 = try device.loadFormats().contains { $0.driverCode == "NV12" }
      let wanted = packed(try sample.image(as: isNV12 ? .nv12 : .i420))
      let found = bytes("/tmp/loopback.raw")
      try expect(found.count == wanted.count * 5, "\(command): \(found.count) bytes instead of \(wanted.count * 5)")
      try expect(Array(found.suffix(wanted.count)) == wanted, "\(command): other pixels")
    }
  }

  private func readers() throws {
    let publisher = try Publisher(VirtualCameraConsumer(devicePath: path))
    defer { publisher.stop() }
    let device = try camera()
    let before = Resources.now
    for _ in 0..<20 {
      let viewer = try Viewer(device)
      try viewer.start()
      try viewer.waitForFrames(2)
      viewer.stop()
    }
    note("before \(before), after \(Resources.now)")
    try expect(publisher.failure == nil, "\(publisher.failure.debugDescription)")
  }

  private func sourceAway() throws {
    let publisher = try Publisher(VirtualCameraConsumer(devicePath: path))
    defer { publisher.stop() }
    _ = try camera()
    publisher.session.stopRunning()
    try shell("timeout 30 v4l2-ctl -d \(path) --stream-mmap --stream-count=4 --stream-to=/tmp/loopback.raw")
    let found = bytes("/tmp/loopback.raw")
    try expect(!found.isEmpty && found.suffix(found.count / 4).allSatisfy { $0 == 0x80 }, "another picture")
  }

  private func sizes() throws {
    let small = VideoDimensions(width: 320, height: 240)
    let publisher = try Publisher(VirtualCameraConsumer(devicePath: path), size: small)
    defer { publisher.stop() }
    let viewer = try Viewer(try camera())
    try viewer.start()
    try viewer.waitForFrames(3)
    viewer.stop()
    try expect(viewer.frames.last?.description.videoDimensions == small, "\(viewer.frames.last.debugDescription)")
  }

  private func refusals() throws {
    for (path, words) in [("/dev/video99", "does not exist"), ("/dev/null", "shows no frames")] {
      let result = Result { () throws(CaptureError) in try VirtualCameraConsumer(devicePath: path) }
      guard case .failure(let error) = result else { throw Failure("\(path) was accepted") }
      try expect(error.reason.contains(words) && error.hint != nil, "\(path): \(error)")
    }
  }

  private func commands() throws {
    let shown = try RunningCommand(
      "viewfinder", ["--camera", "synthetic", "--size", "640x480", "--with", "codes", "-o", path])
    _ = try camera()
    let scan = try RunningCommand("scan-qr", ["--camera", path, "--one", "--timeout", "30"])
    let status = try scan.end()
    try expect(status == 0 && scan.lines.count == 1, "status \(status), \(scan.lines): \(scan.errors)")
    shown.interrupt()
    let end = try shown.end()
    try expect(end == 0 || end == 130, "status \(end): \(shown.errors)")
  }
}
