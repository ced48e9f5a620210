import OpenCaptureFlow
import COpenCaptureV4L2
@testable import OpenCaptureCameras
import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples
import Testing

@Suite("V4L2 without a camera")
struct V4L2Tests {
  @Test("The extended sequence number continues when the driver's 32 bits wrap around")
  func sequence() {
    var counter = SequenceNumberExtender()
    let numbers: [UInt32] = [.max - 1, .max, 0, 3]
    #expect(
      numbers.map { counter.extend($0) } == [4_294_967_294, 4_294_967_295, 4_294_967_296, 4_294_967_299])
  }

  @Test("Control labels become the names that v4l2-ctl prints")
  func names() {
    #expect(V4L2Controls.controlName("White Balance, Automatic") == "white_balance_automatic")
    #expect(V4L2Controls.controlName("Exposure Time, Absolute") == "exposure_time_absolute")
    #expect(V4L2Controls.controlName(" (Odd) ") == "odd")
  }

  @Test("The table maps driver names, units and modes to neutral ones")
  func table() throws {
    let time = try #require(V4L2ControlTable.rows.values.first { $0.driverName == "exposure_time_absolute" })
    #expect(time.name == .exposureDuration && time.unit == .seconds && time.scale(from: 1) == 10_000)
    let zoom = try #require(V4L2ControlTable.rows.values.first { $0.name == .zoomFactor })
    #expect(zoom.driverName == "zoom_absolute" && zoom.scale(from: 100) == 100 && zoom.scale(from: 0) == 1)
    let exposure = try #require(V4L2ControlTable.rows.values.first { $0.driverName == "auto_exposure" })
    #expect(exposure.modes(of: .menu([1: "Manual", 3: "Aperture"])) == [.manual: 1, .automatic: 3])
    #expect(exposure.modes(of: .menu([0: "Auto", 1: "Manual"])) == [.manual: 1, .automatic: 0])
    let names = V4L2ControlTable.rows.values.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test("A range of sizes lists only usual sizes up to a maximum area")
  func sizes() {
    let hdmi = V4L2SizeRange(width: 16...16384, height: 16...8640, step: (2, 2))
    let sizes = hdmi.sizes(current: VideoDimensions(width: 720, height: 576))
    #expect(sizes.contains(VideoDimensions(width: 720, height: 576)))
    #expect(sizes.contains(VideoDimensions(width: 1920, height: 1080)))
    #expect(sizes.allSatisfy { $0.width * $0.height <= V4L2SizeRange.maximumArea })
    let absurd = V4L2SizeRange(width: 1...Int(UInt32.max), height: 1...Int(UInt32.max))
    #expect(absurd.sizes(current: nil).count == V4L2SizeRange.usual.count)
    #expect(!V4L2FormatReader.isSupportedSize(VideoDimensions(width: 0, height: Int(UInt32.max))))
    let sensor = V4L2SizeRange(width: 32...3280, height: 32...2464)
    #expect(sensor.sizes(current: nil).last == VideoDimensions(width: 3280, height: 2464))
  }

  @Test("Another driver is used if the device file is in use or not permitted, not after other failures")
  func avoidableFailures() {
    func isAvoidable(_ errno: Int32) -> Bool {
      V4L2Camera.isAvoidable(CaptureError(v4l2: -errno, "open", "cam", path: "/dev/null"))
    }
    #expect([EBUSY, EACCES, EPERM].allSatisfy(isAvoidable))
    #expect(![ENODEV, ENOSPC, EINVAL, EIO].contains(where: isAvoidable))
  }

  @Test("System error numbers map to distinct error codes with hints")
  func errors() {
    func code(_ errno: Int32) -> CaptureError.Code {
      CaptureError(v4l2: -errno, "do it", "cam", path: "/dev/null").code
    }
    #expect(code(EBUSY) == .deviceInUse)
    #expect(code(EACCES) == .notAuthorized)
    #expect(code(ENODEV) == .deviceDisconnected)
    #expect(code(ENOSPC) == .outOfBandwidth)
    #expect(code(EIO) == .deviceFailed)
    #expect(CaptureError(v4l2: -ENOSPC, "start", "cam", path: "/dev/null").description.contains("bandwidth"))
    #expect(CaptureError(v4l2: -EACCES, control: "focus_absolute", "cam", path: "/dev/null").code == .controlLocked)
  }

  @Test("The list of processes that hold a file excludes this process")
  func holders() throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    // This process holds the file, but is not listed.
    #expect(!DeviceFileUsers.describe("/dev/null").contains { $0.hasSuffix("(process \(getpid()))") })
  }

  @Test("YV12 has its chroma planes in reverse order")
  func yv12() throws {
    var format = cv4l2_format()
    format.width = 16
    format.height = 8
    format.bytes_per_line = 32
    format.pixel_format = FourCharCode("YV12").rawValue.byteSwapped
    let layout = try V4L2PixelFormat.layout(format, .i420)
    #expect(layout.planes.map(\.offset) == [0, 32 * 8 + 16 * 4, 32 * 8])
    format.pixel_format = FourCharCode("YU12").rawValue.byteSwapped
    #expect(try V4L2PixelFormat.layout(format, .i420).planes.map(\.offset) == [0, 32 * 8, 32 * 8 + 16 * 4])
  }

  @Test(
    "Each V4L2 code maps to the format that lists it, in its range", arguments: PixelFormat.supported)
  func codes(_ format: PixelFormat) {
    for code in format.v4l2Codes.map(\.code) {
      #expect(V4L2PixelFormat.media(code, isFullRange: format.colorRange == .full) == .pixels(format))
      // RGB and grey have only one range, whatever the driver reports.
      if !format.isYCbCr { #expect(V4L2PixelFormat.media(code) == .pixels(format)) }
    }
    #expect(!format.v4l2Codes.isEmpty)
  }

  @Test("YCbCr codes in a range without a format are rejected")
  func ranges() {
    #expect(V4L2PixelFormat.media("UYVY", isFullRange: true) == nil)
    #expect(V4L2PixelFormat.media("422P", isFullRange: true) == nil)
    #expect(V4L2PixelFormat.media("NV12", isFullRange: true) == .pixels(.nv12FullRange))
    #expect(V4L2PixelFormat.media("NV12") == .pixels(.nv12))
    #expect(V4L2PixelFormat.media("MJPG") == .codec(.jpeg))
  }

  @Test(
    "All planes have row strides derived from the driver's stride of the first plane",
    arguments: PixelFormat.supported)
  func rows(_ format: PixelFormat) throws {
    for v4l2 in format.v4l2Codes {
      var actual = cv4l2_format()
      let tight = try PixelLayout(format: format, width: 16, height: 8, rowAlignment: 1)
      actual.width = 16
      actual.height = 8
      actual.bytes_per_line = UInt32(tight.planes[0].bytesPerRow * 2)
      actual.pixel_format = v4l2.code.rawValue.byteSwapped
      let layout = try V4L2PixelFormat.layout(actual, format)
      #expect(layout.planes.map(\.bytesPerRow) == tight.planes.map { $0.bytesPerRow * 2 })
      #expect(layout.planes.map(\.bytesInRow) == tight.planes.map(\.bytesInRow))
      #expect(layout.byteCount == tight.byteCount * 2)
    }
  }

  @Test("A system without cameras lists none, and its authorization status is not determined")
  func none() throws {
    guard access("/sys/class/video4linux", F_OK) != 0 else { return }
    let cameras = SystemCameras()
    #expect(cameras.devices == [])
    #expect(cameras.authorizationStatus == .notDetermined)
  }
}
