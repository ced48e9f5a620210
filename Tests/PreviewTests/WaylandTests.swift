import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

extension PreviewWindowTests {
  /// Uses Weston inside the X display.
  @Test(
    "On Wayland, the window shows a camera and receives keys and clicks",
    .enabled(if: Desktop.path(of: "weston") != nil, "weston is not installed"))
  func wayland() throws {
    try TemporaryFolder.with { folder in
      let compositor = try weston(in: folder)
      defer { kill(compositor.processIdentifier, SIGKILL) }
      let arguments = ["--camera", "synthetic", "--preset", "640x480", "--with", "none", "--photos", "kept"]
      let environment = ["DISPLAY": "", "WAYLAND_DISPLAY": "wayland", "XDG_RUNTIME_DIR": folder.url.path]
      try desktop.runXdotool("mousemove", "320", "240")
      try command(arguments, in: folder, environment: environment) {
        var number = ""
        try eventually("a picture") {
          // The window under the pointer.
          let place = try desktop.runXdotool("getmouselocation", "--shell").split(separator: "\n")
          number = place.first { $0.hasPrefix("WINDOW=") }.map { String($0.dropFirst(7)) } ?? ""
          return (try? desktop.screenshot(of: number).hasPicture) ?? false
        }
        try desktop.runXdotool("windowfocus", "--sync", number)
        try desktop.runXdotool("click", "1")
        try eventually("a mark where the click was") { try desktop.screenshot(of: number).hasMark }
        try desktop.runXdotool("key", "space")
        try eventually("a photo") { hasFile("photo-", in: folder) }
      }
    }
  }

  /// Starts the compositor and waits until it accepts connections.
  private func weston(in folder: TemporaryFolder) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: Desktop.path(of: "weston") ?? "")
    // Each window fills the screen; software rendering, as on the X display.
    process.arguments = [
      "--backend=x11-backend.so", "--shell=kiosk-shell.so", "--use-pixman", "--width=640", "--height=480",
      "--socket=wayland", "--idle-time=0", "--no-config",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["XDG_RUNTIME_DIR": folder.url.path]) { $1 }
    process.standardError = FileHandle(forWritingAtPath: folder.file("weston", []).path)
    process.standardOutput = process.standardError
    try process.run()
    try eventually("Weston accepts connections") { isThere("wayland", in: folder) || !process.isRunning }
    let output = try String(contentsOf: folder.url.appending(path: "weston"), encoding: .utf8)
    try #require(process.isRunning, "\(output)")
    return process
  }
}

extension PixelBuffer {
  /// Whether a code is visible: black on white.
  fileprivate var hasPicture: Bool {
    let pixels = pixels
    func share(_ range: ClosedRange<UInt8>) -> Double {
      Double(stride(from: 1, to: pixels.count, by: 4).count { range.contains(pixels[$0]) }) * 4
        / Double(pixels.count)
    }
    return share(0...20) > 0.01 && share(235...255) > 0.01
  }

  /// Whether the picture contains the yellow of the focus mark.
  fileprivate var hasMark: Bool {
    let pixels = pixels
    return stride(from: 0, to: pixels.count, by: 4).contains {
      pixels[$0] < 80 && pixels[$0 + 1] > 150 && pixels[$0 + 2] > 200
    }
  }
}
