import OpenCaptureFlow
@testable import OpenCaptureSession
import OpenCaptureMediaSamples
import Testing

@Suite("FormatSelection")
struct FormatSelectionTests {
  private func format(_ code: FourCharCode, _ width: Int, _ height: Int, _ rates: Int...) -> CaptureDevice.Format {
    let size = VideoDimensions(width: width, height: height)
    let description =
      code == "MJPG"
      ? FormatDescription(codec: .jpeg, dimensions: size)
      : FormatDescription(pixelFormat: code == "NV12" ? .nv12 : code == "GREY" ? .grey : .yuyv, dimensions: size)
    return CaptureDevice.Format(
      formatDescription: description,
      frameRateRanges: rates.map { FrameRateRange(MediaTime(value: 1, timescale: Int32($0))) }, driverCode: code)
  }

  /// The formats of a typical USB 2 webcam.
  private var webcam: [CaptureDevice.Format] {
    [
      format("YUYV", 640, 480, 30, 15), format("YUYV", 1280, 720, 10), format("YUYV", 1920, 1080, 5),
      format("MJPG", 640, 480, 30), format("MJPG", 1280, 720, 30), format("MJPG", 1920, 1080, 30, 15),
      format("MJPG", 2592, 1944, 15),
    ]
  }

  private func choice(_ preset: CaptureSession.Preset) -> FormatSelection.Choice? {
    preset.selection?.choose(from: webcam)
  }

  @Test("For 1080p at 30 fps, MJPEG is selected if uncompressed formats are too slow")
  func rate() throws {
    let selection = FormatSelection(dimensions: VideoDimensions(width: 1920, height: 1080), frameRate: 30)
    let choice = try #require(selection.choose(from: webcam))
    #expect(choice.format == format("MJPG", 1920, 1080, 30, 15))
    #expect(choice.frameDuration == MediaTime(value: 1, timescale: 30))
  }

  @Test("An uncompressed format is preferred if both reach the rate")
  func raw() throws {
    let selection = FormatSelection(dimensions: VideoDimensions(width: 640, height: 480), frameRate: 30)
    #expect(selection.choose(from: webcam)?.format == format("YUYV", 640, 480, 30, 15))
  }

  @Test("A format with a luma plane precedes packed formats, and color precedes grayscale")
  func luma() throws {
    let formats = [
      format("GREY", 640, 480, 30), format("YUYV", 640, 480, 30), format("NV12", 640, 480, 30),
    ]
    #expect(FormatSelection().choose(from: formats)?.format.driverCode == "NV12")
    #expect(FormatSelection().choose(from: Array(formats.prefix(2)))?.format.driverCode == "YUYV")
  }

  @Test(
    "Presets select the expected format of a webcam",
    arguments: [
      (CaptureSession.Preset.photo, "MJPG 2592×1944 at 15 fps"), (.high, "MJPG 1920×1080 at 30, 15 fps"),
      (.medium, "YUYV 640×480 at 30, 15 fps"), (.low, "YUYV 640×480 at 30, 15 fps"),
      (.hd1280x720, "MJPG 1280×720 at 30 fps"), (.vga640x480, "YUYV 640×480 at 30, 15 fps"),
    ])
  func presets(preset: CaptureSession.Preset, expected: String) {
    #expect(choice(preset)?.format.description == expected)
  }

  @Test("A preset with a size selects no other size")
  func exact() { #expect(choice(.hd4K3840x2160) == nil) }

  @Test("The preset high selects the fastest format if none reaches the rate, as with the driver vivid")
  func slow() {
    let formats = [format("YUYV", 1920, 1080, 5), format("YUYV", 640, 480, 12), format("YUYV", 1280, 720, 12)]
    #expect(CaptureSession.Preset.high.selection?.choose(from: formats)?.format.dimensions.height == 720)
  }

  @Test("The largest size is selected if none covers the preferred size")
  func smaller() {
    let selection = FormatSelection(dimensions: VideoDimensions(width: 4000, height: 4000))
    #expect(selection.choose(from: webcam)?.format.dimensions == VideoDimensions(width: 2592, height: 1944))
  }

  @Test("An empty list of formats has no choice")
  func none() { #expect(FormatSelection().choose(from: []) == nil) }
}

@Suite("FrameRateRange")
struct FrameRateRangeTests {
  private func time(_ value: Int64, _ scale: Int32) -> MediaTime { MediaTime(value: value, timescale: scale) }

  @Test("A discrete range contains only its duration")
  func discrete() {
    let range = FrameRateRange(time(1, 30))
    #expect(range.contains(time(2, 60)))
    #expect(!range.contains(time(1, 29)))
    #expect(range.nearest(to: time(1, 5)) == time(1, 30))
    #expect(range.description == "30")
  }

  @Test("A stepwise range contains only whole steps")
  func stepwise() {
    let range = FrameRateRange(
      minFrameDuration: time(1, 10), maxFrameDuration: time(5, 10), step: .stepwise(time(1, 10)))
    #expect(range.contains(time(3, 10)))
    #expect(!range.contains(time(33, 100)))
    #expect(range.nearest(to: time(33, 100)) == time(3, 10))
    #expect(range.nearest(to: time(9, 1)) == time(5, 10))
  }

  @Test("A continuous range contains all durations, including its ends")
  func continuous() {
    let range = FrameRateRange(minFrameDuration: time(1, 60), maxFrameDuration: time(1, 5))
    for duration in [time(1, 60), time(1, 5), time(1001, 30000)] { #expect(range.contains(duration)) }
    #expect(!range.contains(time(1, 61)))
    #expect(range.description == "5–60")
  }
}
