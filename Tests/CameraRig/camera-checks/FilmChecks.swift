import Glibc
import OpenCaptureCameras
import OpenCaptureMediaSamples
import OpenCaptureSession

/// What is checked with a USB camera that gives H.264 alone.
struct FilmChecks {
  /// Which it is.
  let device: CaptureDevice
  let camera: USBCamera
  /// The file that it sends again and again.
  let film: String
  /// What the code in it says.
  let text: String

  /// Encodes the film of a folder's pictures.
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
    list.check("H.264 is decoded: the code in it is read") { try seen() }
    list.check("scan-qr reads a code from a camera that has H.264 alone") { try read() }
    list.check("where a picture of H.264 is lost, those are left out that build on it") { try lost() }
    for container in ["mp4", "mkv"] {
      list.check("viewfinder record --codec copy keeps H.264 in .\(container) as the camera gave it") {
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
      try expect(sample.formatDescription.codec == .h264, "it came as \(sample.formatDescription)")
      let found = try code(in: sample)
      try expect(found == text, "the code says \(found ?? "nothing")")
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
    camera.spoilFrame()
    try wait(3, for: "gap") { viewer.output.statistics.dropped.discontinuity > before }
    try viewer.waitForFrames(20)
    let count = viewer.output.statistics.dropped.discontinuity - before
    note("\(count) frames left out")
    // A machine that is slow loses some by itself.
    try expect((1...60).contains(count), "\(count) frames left out")
    let found = try code(in: viewer.picture())
    try expect(found == text, "the code says \(found ?? "nothing")")
  }

  /// A recording of what comes has the very pictures of the film, in their order.
  private func recorded(_ path: String) throws {
    let arguments = [
      "record", "--camera", device.uniqueID, "--preset", "640x480", "--microphone", "none", "--codec", "copy",
      "--duration", "5", "--force", "-o", path,
    ]
    let command = try RunningCommand("viewfinder", arguments)
    let status = try command.end()
    try expect(status == 0, "the status was \(status): \(command.errors)")
    try expectNoComplaint(about: path)
    try shell("ffmpeg -v error -y -i \(path) -c copy -bsf:v h264_mp4toannexb -f h264 /tmp/recorded.h264")
    let (shown, kept) = (Self.slices(film), Self.slices("/tmp/recorded.h264"))
    try expect(kept.count > 30, "there are \(kept.count) pictures")
    var (place, jumpCount) = (0, -1)
    for (index, slice) in kept.enumerated() {
      if index == 0 || slice != shown[place] {
        // Where some were lost it goes on with one that builds on none.
        let key = Self.isKey(slice) ? shown.firstIndex(of: slice) : nil
        guard let key else { throw Failure("picture \(index) isn't what follows on the one before it") }
        (place, jumpCount) = (key, jumpCount + 1)
      }
      place = (place + 1) % shown.count
    }
    note("\(kept.count) pictures in 5 s, with \(jumpCount) gaps")
  }

  /// Whether a picture builds on none before.
  private static func isKey(_ slice: [UInt8]) -> Bool { slice.first.map { $0 & 0x1f == 5 } ?? false }

  private var format: CaptureDevice.Format {
    get throws {
      let format = try device.loadFormats().first { $0.driverCode == "H264" }
      guard let format else { throw Failure("there is no H.264") }
      return format
    }
  }

  /// The units of a file that are pictures.
  private static func slices(_ path: String) -> [[UInt8]] {
    var (units, unit, zeros): ([[UInt8]], [UInt8], Int) = ([], [], 0)
    for byte in bytes(path) {
      if byte == 1, zeros >= 2 {
        units.append(unit.dropLast(zeros))
        (unit, zeros) = ([], 0)
        continue
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return (units + [unit]).filter { ($0.first.map { [1, 5].contains($0 & 0x1f) }) ?? false }
  }
}
