import Glibc
import OpenCaptureCameras
import OpenCaptureMediaSamples
import OpenCaptureSession

/// Checks with a USB camera that only offers H.264.
struct FilmChecks {
  /// The camera.
  let device: CaptureDevice
  let camera: USBCamera
  /// The H.264 file that the camera sends repeatedly.
  let film: String
  /// The text of the code in the file.
  let text: String

  /// Encodes the images of a folder as H.264.
  static func prepare(_ folder: String) throws -> String {
    let film = "\(folder)/640x480.h264"
    try shell(
      """
      ffmpeg -v error -y -loop 1 -i \(folder)/640x480.jpg -pix_fmt yuv420p -r 30 -frames:v 30 -c:v libx264 \
      -preset ultrafast -bf 0 -g 15 -x264-params aud=1:scenecut=0 -f h264 \(film)
      """)
    return film
  }

  func run(_ list: inout Checklist) {
    list.check("H.264 is decoded, and its code is read") { try seen() }
    list.check("scan-qr reads a code from a camera that only offers H.264") { try read() }
    list.check("after a lost H.264 frame, the frames that depend on it are dropped") { try lost() }
    for container in ["mp4", "mkv"] {
      list.check("viewfinder record --codec copy keeps the camera's H.264 unchanged in .\(container)") {
        try recorded("/tmp/film.\(container)")
      }
    }
  }

  private func seen() throws {
    let viewer = try Viewer(device, format: format)
    try viewer.start()
    defer { viewer.stop() }
    try viewer.waitForFrames(3)
    for _ in 0..<3 {
      let sample = try viewer.picture()
      try expect(sample.format.codec == .h264, "received \(sample.format)")
      let found = try code(in: sample)
      try expect(found == text, "read code '\(found ?? "nothing")'")
    }
  }

  private func read() throws {
    let reader = try RunningCommand("scan-qr", ["--camera", device.uniqueID, "--preset", "640x480"])
    try wait(30, for: "code: \(reader.errors)") { reader.lines.contains { $0.contains(text) } }
    reader.interrupt()
    _ = try reader.end()
  }

  private func lost() throws {
    let viewer = try Viewer(device, format: format)
    try viewer.start()
    defer { viewer.stop() }
    try viewer.waitForFrames(5)
    let before = viewer.output.statistics.dropped.discontinuity
    camera.damageNextFrame()
    try wait(3, for: "gap") { viewer.output.statistics.dropped.discontinuity > before }
    try viewer.waitForFrames(20)
    let count = viewer.output.statistics.dropped.discontinuity - before
    note("\(count) frames dropped")
    // A slow system loses more frames by itself.
    try expect((1...60).contains(count), "\(count) frames dropped")
    let found = try code(in: viewer.picture())
    try expect(found == text, "read code '\(found ?? "nothing")'")
  }

  /// Expects a recording to contain exactly the camera's frames, in their order.
  private func recorded(_ path: String) throws {
    let arguments = [
      "record", "--camera", device.uniqueID, "--preset", "640x480", "--microphone", "none", "--codec", "copy",
      "--duration", "5", "--force", "-o", path,
    ]
    let command = try RunningCommand("viewfinder", arguments)
    let status = try command.end()
    try expect(status == 0, "status \(status): \(command.errors)")
    try expectNoComplaint(about: path)
    try shell("ffmpeg -v error -y -i \(path) -c copy -bsf:v h264_mp4toannexb -f h264 /tmp/recorded.h264")
    let shown = Self.slices(film)
    let kept = Self.slices("/tmp/recorded.h264")
    try expect(kept.count > 30, "only \(kept.count) frames")
    var place = 0
    var jumpCount = -1
    for (index, slice) in kept.enumerated() {
      if index == 0 || slice != shown[place] {
        // After a lost frame, the recording continues with a key frame.
        let key = Self.isKey(slice) ? shown.firstIndex(of: slice) : nil
        guard let key else { throw Failure("frame \(index) does not follow the previous one") }
        place = key
        jumpCount += 1
      }
      place = (place + 1) % shown.count
    }
    note("\(kept.count) frames in 5 s, with \(jumpCount) gaps")
  }

  /// Returns whether a frame is a key frame.
  private static func isKey(_ slice: [UInt8]) -> Bool { slice.first.map { $0 & 0x1f == 5 } ?? false }

  private var format: CaptureDevice.Format {
    get throws {
      let format = try device.loadFormats().first { $0.driverCode == "H264" }
      guard let format else { throw Failure("the camera offers no H.264") }
      return format
    }
  }

  /// Returns the slices of an H.264 file, one per frame.
  private static func slices(_ path: String) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var unit: [UInt8] = []
    var zeros = 0
    for byte in bytes(path) {
      if byte == 1, zeros >= 2 {
        units.append(unit.dropLast(zeros))
        unit = []
        zeros = 0
        continue
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return (units + [unit]).filter { ($0.first.map { [1, 5].contains($0 & 0x1f) }) ?? false }
  }
}
