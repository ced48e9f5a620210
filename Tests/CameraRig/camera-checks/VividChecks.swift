import OpenCaptureFlow
import OpenCaptureSystem
import CAllocationCounter
import OpenCaptureCameras
import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies

/// Checks with `vivid`, the kernel's virtual camera, as a webcam.
struct VividChecks {
  let cameras: SystemCameras
  let device: CaptureDevice

  /// The colours of vivid's 100 % colour bars, from left to right.
  private static let bars: [[Int]] = [
    [255, 255, 255], [255, 255, 0], [0, 255, 255], [0, 255, 0], [255, 0, 255], [255, 0, 0], [0, 0, 255], [0, 0, 0],
  ]
  /// The maximum error of a component, due to half-resolution chroma, 8 bits, and rounding on both sides.
  private static let tolerance = 6

  private static let driver = "/sys/bus/platform/drivers/vivid"

  init() throws {
    cameras = SystemCameras()
    guard let device = cameras.devices.first else { throw Failure("no camera found") }
    self.device = device
  }

  func run(_ list: inout Checklist) {
    list.check("capture nodes are found, and others are skipped") { try discovery() }
    list.check("each format is captured with correct colours") { try formats() }
    list.check("each size is captured") { try sizes() }
    list.check("a raw photo is a DNG file with the sensor's values") {
      let format = try device.loadFormats().first { $0.driverCode == "GRBG" && $0.dimensions.width == 640 }
      guard let format else { throw Failure("the camera offers no Bayer pattern") }
      try PhotoChecks(device: device).raw(format)
    }
    list.check("the requested frame rate is set and kept") { try rate() }
    list.check("a frame needs no heap allocation in steady state") { try allocations() }
    list.check("a control set by another program is reported to the streams of a running session") {
      try changes()
    }
    list.check("if half of the buffers are dropped, each gap is counted") { try gaps() }
    list.check("if all buffers are dropped, a stall is reported within 2 s, and later its end") { try stall() }
    list.check("without frames, viewfinder ends its movie within a second of Control-C") { try silence() }
    list.check("a buffer with the error flag is one frame marked as damaged") { try errorFlag() }
    list.check("errors of REQBUFS, QBUF and STREAMON are typed, and nothing stays open") { try requests() }
    list.check("a fatal streaming error is typed") { try fatal() }
    list.check("a consumer that keeps frames gets copies, and the stream continues") { try hoarding() }
    list.check("frames stay readable after the session has stopped") { try outliving() }
    list.check("disconnecting while streaming is a typed error within 1 s") { try disconnect() }
    list.check("the error of a camera in use names the program") { try inUse() }
    BusyCameraChecks(device: device).run(&list)
    SandboxChecks().run(&list)
    list.check("the error of a camera without access names the group") { try denied() }
    list.check("unbinding while streaming is a typed error within 1 s, and streaming resumes after binding") {
      try rebinding()
    }
    list.check("after 100 unplug cycles, descriptors, threads and memory have not grown") { try cycles() }
  }

  private func discovery() throws {
    try expect(cameras.devices.count == 1, "found \(cameras.devices)")
    try expect(device.uniqueID.contains("vivid"), "the unique ID is \(device.uniqueID)")
    try expect(cameras.authorizationStatus == .authorized, "status \(cameras.authorizationStatus)")
    note("\(device), \(try device.controls().count) controls")
    let others = try device.undecodableFormats().map(\.description)
    note("not decoded: \(others.joined(separator: " "))")
    try expect(others.contains("RGBP") && !others.contains("YUYV"), "\(others)")
  }

  private func formats(where isWanted: (CaptureDevice.Format) -> Bool) throws -> [CaptureDevice.Format] {
    let formats = try device.loadFormats().filter(isWanted)
    try expect(!formats.isEmpty, "no such format found")
    return formats
  }

  private func formats() throws {
    let formats = try formats { $0.dimensions == VideoDimensions(width: 640, height: 480) }
    note(formats.map(\.driverCode.description).joined(separator: " "))
    try expect(formats.count >= 14, "only \(formats.count) formats")
    try expect(formats.contains { $0.driverCode == "GRBG" }, "no Bayer pattern found")
    for format in formats {
      let viewer = try Viewer(device, format: format)
      try viewer.set(1, "test_pattern")
      try viewer.set(2, "osd_text_mode")
      try viewer.start()
      defer { viewer.stop() }
      let sample = try viewer.picture()
      try expect(
        device.actualConfiguration != nil && device.activeFormat == format,
        "\(String(describing: device.actualConfiguration)) instead of \(format)")
      try checkBars(sample, format)
    }
  }

  private func checkBars(_ sample: SampleBuffer, _ format: CaptureDevice.Format) throws {
    let picture = try sample.image(as: .rgb24)
    let stride = picture.planes[0].bytesPerRow
    for (index, expected) in Self.bars.enumerated() {
      let x = (2 * index + 1) * picture.width / 16
      let color = picture.withUnsafePlane(0) { bytes in
        (0..<3).map { Int(bytes[picture.height / 2 * stride + x * 3 + $0]) }
      }
      let wanted = format.driverCode == "GREY" ? [Int](repeating: Self.luma(expected), count: 3) : expected
      let isRight = zip(color, wanted).allSatisfy { abs($0 - $1) <= Self.tolerance }
      try expect(isRight, "\(format): bar \(index) is \(color) instead of \(wanted)")
    }
  }

  /// Returns vivid's grey, which it computes as in BT.709 for all formats.
  private static func luma(_ color: [Int]) -> Int {
    Int((0.2126 * Double(color[0]) + 0.7152 * Double(color[1]) + 0.0722 * Double(color[2])).rounded())
  }

  private func sizes() throws {
    for format in try formats(where: { $0.driverCode == "NV12" }) {
      let viewer = try Viewer(device, format: format)
      try viewer.start()
      defer { viewer.stop() }
      let sample = try viewer.picture()
      try expect(
        sample.format.videoDimensions == format.dimensions, "\(sample.format) instead of \(format)"
      )
    }
  }

  private func rate() throws {
    let format = try formats { $0.driverCode == "YUYV" && $0.dimensions.width == 320 }[0]
    note("\(format)")
    let viewer = try Viewer(device, format: format)
    let slow = format.frameDuration(nearest: MediaTime(value: 1, timescale: 10))
    try device.lockForConfiguration()
    try device.set(\.minFrameDuration, to: slow)
    try device.set(\.maxFrameDuration, to: slow)
    device.unlockForConfiguration()
    try viewer.start()
    defer { viewer.stop() }
    try expect(
      device.actualConfiguration?.frameDuration == slow,
      "the actual duration is \(device.minFrameDuration)")
    try viewer.waitForFrames(8)
    let times = viewer.frames.suffix(6).map(\.time.seconds)
    let mean = (times[5] - times[0]) / 5
    try expect(abs(mean / slow.seconds - 1) < 0.3, "frame duration \(mean) s instead of \(slow)")
  }

  private var small: CaptureDevice.Format {
    get throws { try formats { $0.driverCode == "YUYV" && $0.dimensions.width == 320 }[0] }
  }

  private func gaps() throws {
    let viewer = try Viewer(device, format: small)
    try viewer.set(50, "percentage_of_dropped_buffers")
    defer { try? viewer.set(0, "percentage_of_dropped_buffers") }
    try viewer.start()
    try viewer.waitForFrames(50, seconds: 30)
    viewer.stop()
    let numbers = viewer.frames.map(\.number)
    let statistics = viewer.output.statistics
    guard let first = numbers.first, let last = numbers.last else { throw Failure("no frames") }
    let span = Int(last - first) + 1
    let lost = viewer.lostCount(after: first, before: last)
    try expect(numbers.count + lost == span, "\(numbers.count) frames and \(lost) lost of \(span)")
    try expect(statistics.dropped.discontinuity > 15, "only \(statistics.dropped)")
    note("\(numbers.count) delivered, \(statistics.dropped.discontinuity) gaps of \(span)")
  }

  private func stall() throws {
    let viewer = try Viewer(device, format: small)
    try viewer.start()
    defer { viewer.stop() }
    try viewer.waitForFrames(3)
    func time(where isWanted: (CaptureSession.Event) -> Bool) -> Double? {
      viewer.events.first { isWanted($0.event) }?.time
    }
    func isOurs(_ port: CaptureInputPort) -> Bool { port.input?.resource == ObjectIdentifier(device) }
    let start = monotonicSeconds()
    try viewer.set(100, "percentage_of_dropped_buffers")
    defer { try? viewer.set(0, "percentage_of_dropped_buffers") }
    try wait(4, for: "the report of a stall") {
      time { if case .didStall(let port, _) = $0 { isOurs(port) } else { false } } != nil
    }
    let after = (time { if case .didStall = $0 { true } else { false } } ?? 0) - start
    try expect(after > 0.9 && after < 2, "took \(after) s")
    note("after \(rounded(after)) s")
    try viewer.set(0, "percentage_of_dropped_buffers")
    try viewer.waitForFrames(3)
    try wait(2, for: "the end of the stall") {
      time { if case .stallEnded(let port) = $0 { isOurs(port) } else { false } } != nil
    }
    try expect(viewer.session.isRunning, "the session is not running: \(viewer.events)")
  }

  private func silence() throws {
    guard let camera = device.identity.path else { throw Failure("the camera has no device file") }
    let path = "/tmp/silent.mp4"
    let view = try RunningCommand(
      "viewfinder", ["--camera", camera, "--preset", "640x480", "--with", "grayscale", "--verbose", "-o", path])
    try wait(20, for: "the movie of viewfinder: \(view.errors)") { access(path, F_OK) == 0 }
    try shell("v4l2-ctl -d \(camera) -c percentage_of_dropped_buffers=100")
    defer { try? shell("v4l2-ctl -d \(camera) -c percentage_of_dropped_buffers=0") }
    try wait(4, for: "the report of missing frames: \(view.errors)") { view.errors.contains("no frame for 1") }
    let start = monotonicSeconds()
    view.interrupt()
    let status = try view.end()
    let after = monotonicSeconds() - start
    note("after \(rounded(after)) s")
    try expect(status == 130, "status \(status): \(view.errors)")
    try expect(after < 1, "took \(after) s")
    let movie = try MovieReader(contentsOf: path)
    var count = 0
    while try movie.nextSample() != nil { count += 1 }
    try expect(count > 0, "the movie has no frame")
  }

  private func allocations() throws {
    let session = CaptureSession()
    let output = CaptureVideoDataOutput()
    let count = Locked(0)
    let counter = ClosureDelegate { _ in count.withLock { $0 += 1 } }
    try session.add(CaptureDeviceInput(device: device))
    try session.add(output)
    try device.lockForConfiguration()
    device.activeFormat = try small
    device.unlockForConfiguration()
    output.setSampleBufferDelegate(counter, queue: nil)
    session.startRunning()
    defer { session.stopRunning() }
    try wait(10, for: "frames") { count.withLock { $0 } >= 30 }
    let before = count.withLock { $0 }
    allocation_count_everywhere_begin()
    sleep(4)
    let allocations = allocation_count_everywhere_end()
    let frames = count.withLock { $0 } - before
    note("\(allocations) allocations of all threads in \(frames) frames")
    try expect(frames > 50 && Double(allocations) / Double(frames) < 0.05, "\(allocations) in \(frames) frames")
  }

  private func changes() throws {
    let path = try required(device.identity.path)
    let viewer = try Viewer(device, format: small)
    try viewer.set(1, "gain_automatic")
    let names = Locked<[CaptureControl.Name]>([])
    let updates = device.controlUpdates
    let listener = Task { for await name in updates { names.withLock { $0.append(name) } } }
    defer { listener.cancel() }
    try viewer.start()
    defer { viewer.stop() }
    try viewer.waitForFrames(3)
    func set(_ driverName: String, to value: Int64) throws {
      try shell("v4l2-ctl -d \(path) -c \(driverName)=\(value)")
      try wait(1, for: "a change of \(driverName) among \(names.withLock { $0 })") {
        let control = device.control(driverName: driverName)
        return control?.value == value && names.withLock { $0.contains { $0 == control?.name } }
      }
    }
    try set("brightness", to: 77)
    try expect(
      device.control(.gain)?.flags.contains(.inactive) ?? false, "\(String(describing: device.control(.gain)))")
    try set("gain_automatic", to: 0)
    try wait(1, for: "an unlocked gain") { !(device.control(.gain)?.flags.contains(.inactive) ?? true) }
    // A change by this process is reported once, although the driver reports it too.
    names.withLock { $0 = [] }
    try viewer.set(99, "brightness")
    try set("contrast", to: 55)
    let changed = names.withLock { $0 }
    try expect(changed.count { $0 == "brightness" } == 1, "reported changes: \(changed)")
    try viewer.waitForFrames(3)
  }

  private func errorFlag() throws {
    let viewer = try Viewer(device, format: small)
    try viewer.start()
    defer { viewer.stop() }
    try viewer.waitForFrames(3)
    try viewer.set(1, "inject_v4l2_buf_flag_error")
    try wait(5, for: "a marked frame") { viewer.frames.contains(where: \.isDamaged) }
    try viewer.waitForFrames(5)
    let count = viewer.frames.count(where: \.isDamaged)
    try expect(count == 1, "\(count) frames are marked")
  }

  private func requests() throws {
    for control in [
      "inject_vidioc_reqbufs_error", "inject_vidioc_qbuf_error", "inject_vidioc_streamon_error",
    ] {
      let viewer = try Viewer(device, format: small)
      let before = Resources.now
      try viewer.set(1, control)
      do {
        try viewer.start()
        // QBUF may also fail later.
        let (error, _) = try viewer.failure(since: 0, within: 2)
        try expect(error.code == .deviceFailed, "\(control): \(error)")
      } catch let error as CaptureError {
        try expect(error.code == .deviceFailed && error.errno == EINVAL, "\(control): \(error)")
        note("\(error)")
      }
      viewer.stop()
      try expect(Resources.now.descriptors == before.descriptors, "\(control) left \(Resources.now), was \(before)")
      try viewer.start()
      try viewer.waitForFrames(2)
      viewer.stop()
    }
  }

  private func fatal() throws {
    let viewer = try Viewer(device, format: small)
    try viewer.start()
    try viewer.waitForFrames(3)
    let start = monotonicSeconds()
    try viewer.set(1, "inject_fatal_streaming_error")
    let (error, after) = try viewer.failure(since: start, within: 3)
    try expect(error.code == .deviceFailed && error.errno == EIO, "\(error)")
    try expect(after < 1, "took \(after) s")
    note("\(error)")
    try expect(!viewer.session.isRunning, "the session is still running")
    try viewer.start()
    try viewer.waitForFrames(2)
    viewer.stop()
  }

  private func hoarding() throws {
    let hoard = Locked<[SampleBuffer]>([])
    let viewer = try Viewer(device, format: small)
    let output = CaptureVideoDataOutput()
    // More than the driver can spare, but fewer than its buffers and the copies together.
    let keeper = ClosureDelegate { sample in hoard.withLock { if $0.count < 7 { $0.append(sample) } } }
    output.setSampleBufferDelegate(keeper, queue: nil)
    try viewer.session.add(output)
    try viewer.start()
    defer { viewer.stop() }
    try viewer.waitForFrames(30, seconds: 20)
    let statistics = viewer.session.streamStatistics(of: viewer.session.inputs[0])
    try expect((statistics?.copiedCount ?? 0) > 0, "nothing was copied: \(String(describing: statistics))")
    note("\(statistics?.copiedCount ?? 0) of \(statistics?.frameCount ?? 0) were copied")
    let numbers = hoard.withLock { $0.compactMap(\.sequenceNumber) }
    try expect(Set(numbers).count == numbers.count, "frames were delivered twice")
  }

  private func outliving() throws {
    let viewer = try Viewer(device, format: small)
    try viewer.start()
    let sample = try viewer.picture()
    viewer.stop()
    guard let picture = sample.pixelBuffer else { throw Failure("no pixels") }
    let before = picture.withUnsafePlane(0) { $0.reduce(0) { $0 &+ Int($1) } }
    // Meanwhile, the camera streams into other memory.
    try viewer.start()
    try viewer.waitForFrames(8)
    viewer.stop()
    try expect(picture.withUnsafePlane(0) { $0.reduce(0) { $0 &+ Int($1) } } == before, "the frame has changed")
  }

  private func disconnect() throws {
    let viewer = try Viewer(device, format: small)
    try viewer.start()
    try viewer.waitForFrames(3)
    let before = Resources.now
    let start = monotonicSeconds()
    try viewer.set(1, "disconnect")
    let (error, after) = try viewer.failure(since: start, within: 3)
    try expect(error.code == .deviceDisconnected, "\(error)")
    try expect(after < 1, "took \(after) s")
    viewer.stop()
    let now = Resources.now
    try expect(now.descriptors < before.descriptors && now.threads < before.threads, "\(now), was \(before)")
    note("\(error), after \(rounded(after)) s")
    try plug(false)
    try plug(true)
    try wait(5, for: "the reconnected camera") { device.isConnected }
  }

  private func inUse() throws {
    let path = try required(device.identity.path)
    let child = try spawn(["v4l2-ctl", "-d", path, "--stream-mmap=4", "--stream-count=1000"])
    defer {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    usleep(700_000)
    let viewer = try Viewer(device)
    do { try viewer.start() } catch let error as CaptureError {
      note("\(error)")
      try expect(error.code == .deviceInUse && error.reason.contains("v4l2-ctl (process \(child))"), "\(error)")
      return
    }
    throw Failure("two programs could use the camera")
  }

  private func denied() throws {
    let path = try required(device.identity.path)
    let program = CommandLine.arguments[0]
    try shell("chgrp video \(path) && chmod 660 \(path)")
    try shell("setpriv --reuid 65534 --regid 65534 --clear-groups \(program) list > /tmp/denied 2>&1 || true")
    let output = read("/tmp/denied")
    note(String(output.split(separator: "\n").last ?? ""))
    try expect(output.contains("permission denied") && output.contains("usermod -aG video"), output)
  }

  private func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Failure("a value is missing") }
    return value
  }

  private func plug(_ isIn: Bool) throws { try write("vivid.0", to: "\(Self.driver)/\(isIn ? "bind" : "unbind")") }

  private func rebinding() throws {
    let id = device.uniqueID
    let viewer = try Viewer(device, format: small, resumes: true)
    try viewer.start()
    try viewer.waitForFrames(3)
    let start = monotonicSeconds()
    try plug(false)
    let (error, after) = try viewer.failure(since: start, within: 3)
    try expect(error.code == .deviceDisconnected && after < 1, "\(error) after \(after) s")
    try wait(2, for: "the disconnection") { !device.isConnected && cameras.devices.isEmpty }
    try plug(true)
    try wait(5, for: "the camera") { cameras.devices.first?.uniqueID == id && device.isConnected }
    try viewer.waitForFrames(3)
    try expect(!viewer.session.isInterrupted, "still interrupted")
    viewer.stop()
  }

  private func cycles() throws {
    let viewer = try Viewer(device, format: small, resumes: true)
    try viewer.start()
    try viewer.waitForFrames(2)
    func cycle() throws {
      try plug(false)
      try wait(5, for: "the disconnection") { !device.isConnected && viewer.session.isInterrupted }
      try plug(true)
      try viewer.waitForFrames(1)
    }
    for _ in 0..<5 { try cycle() }
    let before = Resources.now
    for _ in 0..<95 { try cycle() }
    let now = Resources.now
    viewer.stop()
    note("\(before), then \(now)")
    try expect(now.descriptors <= before.descriptors && now.threads <= before.threads + 1, "\(now), was \(before)")
    try expect(now.memory < before.memory + 2048, "\(now), was \(before)")
  }
}

/// A delegate that calls a closure.
final class ClosureDelegate: CaptureVideoDataOutputSampleBufferDelegate, Sendable {
  private let body: @Sendable (SampleBuffer) -> Void
  init(_ body: @escaping @Sendable (SampleBuffer) -> Void) { self.body = body }
  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) { body(sampleBuffer) }
}
