import OpenCaptureCameras
import OpenCaptureSession
import OpenCaptureMediaSamples

/// Checks with vivid's HDMI output looped to its input, which shows the image of a code.
struct LoopChecks {
  private let cameras = SystemCameras()
  /// The text of the code.
  static let text = "shown to a camera that never was"
  private let frame: String

  /// Creates the checks.
  ///
  /// - Parameter frame: The file with the shown pixels.
  init(frame: String) { self.frame = frame }

  func run(_ list: inout Checklist) {
    list.check("an HDMI input that supports all sizes lists only a few reasonable ones") {
      let sizes = try device.loadFormats().map(\.dimensions)
      try expect(sizes.allSatisfy { $0.width * $0.height <= 4096 * 3072 }, "\(sizes)")
      try expect(Set(sizes).count < 20, "\(Set(sizes).count) sizes")
    }
    list.check("a code shown to a raw camera is read") {
      let device = try device
      let format = try device.loadFormats().first {
        $0.driverCode == "NV12" && $0.dimensions == VideoDimensions(width: 640, height: 480)
      }
      let viewer = try Viewer(device, format: format)
      try viewer.start()
      defer { viewer.stop() }
      try viewer.waitForFrames(3)
      let found = try code(in: viewer.picture())
      try expect(found == Self.text, "read code '\(found ?? "nothing")'")
    }
    CommandChecks(camera: "default", preset: "640x480", text: Self.text) {
      try Frames.prepare($0, over: frame)
    }.run(&list)
  }

  private var device: CaptureDevice {
    get throws {
      guard let device = cameras.devices.first else { throw Failure("no camera found") }
      return device
    }
  }
}
