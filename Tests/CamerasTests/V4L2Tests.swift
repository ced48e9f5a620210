import OpenCaptureFlow
import COpenCaptureV4L2
@testable import OpenCaptureCameras
import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples
import Testing

@Suite("V4L2, without a camera")
struct V4L2Tests {
  @Test("The driver's count goes on where its 32 bits wrap")
  func sequence() {
    var counter = SequenceCounter()
    #expect(
      [.max - 1, .max, 0, 3].map { counter.extend($0) } == [
        4_294_967_294, 4_294_967_295, 4_294_967_296, 4_294_967_299,
      ])
  }

  @Test("Labels become the names that v4l2-ctl prints")
  func names() {
    #expect(V4L2Controls.plain("White Balance, Automatic") == "white_balance_automatic")
    #expect(V4L2Controls.plain("Exposure Time, Absolute") == "exposure_time_absolute")
    #expect(V4L2Controls.plain(" (Odd) ") == "odd")
  }

  @Test("Of a range of sizes the usual ones are listed, none beyond what anybody wants")
  func sizes() {
    let hdmi = V4L2SizeRange(width: 16...16384, height: 16...8640, step: (2, 2))
    let sizes = hdmi.sizes(current: VideoDimensions(width: 720, height: 576))
    #expect(sizes.contains(VideoDimensions(width: 720, height: 576)))
    #expect(sizes.contains(VideoDimensions(width: 1920, height: 1080)))
    #expect(sizes.allSatisfy { $0.width * $0.height <= V4L2SizeRange.largestArea })
    let absurd = V4L2SizeRange(width: 1...Int(UInt32.max), height: 1...Int(UInt32.max))
    #expect(absurd.sizes(current: nil).count == V4L2SizeRange.usual.count)
    #expect(!V4L2FormatReader.isSane(VideoDimensions(width: 0, height: Int(UInt32.max))))
    let sensor = V4L2SizeRange(width: 32...3280, height: 32...2464)
    #expect(sensor.sizes(current: nil).last == VideoDimensions(width: 3280, height: 2464))
  }

  @Test("Errors of the system are told apart, with what helps")
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

  @Test("A program that holds a file is named")
  func holders() throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    // This process holds it, and is left out.
    #expect(!DeviceHolders.describe("/dev/null").contains { $0.hasSuffix("(process \(getpid()))") })
  }

  @Test("YV12 has its planes of chroma the other way round")
  func yv12() throws {
    var format = cv4l2_format()
    (format.width, format.height, format.bytes_per_line) = (16, 8, 32)
    format.pixel_format = FourCharCode("YV12").rawValue.byteSwapped
    let layout = try V4L2PixelFormat.layout(format, .i420)
    #expect(layout.planes.map(\.offset) == [0, 32 * 8 + 16 * 4, 32 * 8])
    format.pixel_format = FourCharCode("YU12").rawValue.byteSwapped
    #expect(try V4L2PixelFormat.layout(format, .i420).planes.map(\.offset) == [0, 32 * 8, 32 * 8 + 16 * 4])
  }

  @Test(
    "Every code of V4L2's in the table is the format that has it, in its range", arguments: PixelFormat.supported)
  func codes(_ format: PixelFormat) {
    for code in format.v4l2Codes.map(\.code) {
      #expect(V4L2PixelFormat.media(code, isFullRange: format.colorRange == .full) == .pixels(format))
      // Red, green, blue and grey have one range, whatever a driver says.
      if !format.isYCbCr { #expect(V4L2PixelFormat.media(code) == .pixels(format)) }
    }
    #expect(!format.v4l2Codes.isEmpty)
  }

  @Test("Luma and chroma in a range that has no format are left out")
  func ranges() {
    #expect(V4L2PixelFormat.media("UYVY", isFullRange: true) == nil)
    #expect(V4L2PixelFormat.media("422P", isFullRange: true) == nil)
    #expect(V4L2PixelFormat.media("NV12", isFullRange: true) == .pixels(.nv12FullRange))
    #expect(V4L2PixelFormat.media("NV12") == .pixels(.nv12))
    #expect(V4L2PixelFormat.media("MJPG") == .codec(.jpeg))
  }

  @Test("A driver's rows are as far apart in all planes as in the first", arguments: PixelFormat.supported)
  func rows(_ format: PixelFormat) throws {
    for v4l2 in format.v4l2Codes {
      var granted = cv4l2_format()
      let tight = try PixelLayout(format: format, width: 16, height: 8, rowAlignment: 1)
      (granted.width, granted.height) = (16, 8)
      granted.bytes_per_line = UInt32(tight.planes[0].bytesPerRow * 2)
      granted.pixel_format = v4l2.code.rawValue.byteSwapped
      let layout = try V4L2PixelFormat.layout(granted, format)
      #expect(layout.planes.map(\.bytesPerRow) == tight.planes.map { $0.bytesPerRow * 2 })
      #expect(layout.planes.map(\.bytesInRow) == tight.planes.map(\.bytesInRow))
      #expect(layout.byteCount == tight.byteCount * 2)
    }
  }

  @Test("A machine without cameras has none, and can't tell whether it may open them")
  func none() throws {
    guard access("/sys/class/video4linux", F_OK) != 0 else { return }
    let cameras = SystemCameras()
    #expect(cameras.devices == [])
    #expect(cameras.authorizationStatus == .notDetermined)
  }
}
