import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

extension PreviewWindowTests {
  /// In Weston, which is a window on the X screen itself.
  @Test(
    "On Wayland a camera is shown, and keys and clicks are taken",
    .enabled(if: Desktop.path(of: "weston") != nil, "weston is not installed"))
  func wayland() throws {
    try TemporaryFolder.with { folder in
      let compositor = try weston(in: folder)
      defer { kill(compositor.processIdentifier, SIGKILL) }
      let arguments = ["--camera", "synthetic", "--preset", "640x480", "--with", "none", "--photos", "kept"]
      let environment = ["DISPLAY": "", "WAYLAND_DISPLAY": "wayland", "XDG_RUNTIME_DIR": folder.url.path]
      try desktop.person("mousemove", "320", "240")
      try command(arguments, in: folder, environment: environment) {
        var number = ""
        try eventually("a picture") {
          // What the pointer is in.
          let place = try desktop.person("getmouselocation", "--shell").split(separator: "\n")
          number = place.first { $0.hasPrefix("WINDOW=") }.map { String($0.dropFirst(7)) } ?? ""
          return (try? desktop.screenshot(of: number).hasPicture) ?? false
        }
        try desktop.person("windowfocus", "--sync", number)
        try desktop.person("click", "1")
        try eventually("a mark where the click was") { try desktop.screenshot(of: number).hasMark }
        try desktop.person("key", "space")
        try eventually("a photo") { isThere("kept/photo.jpg", in: folder) }
      }
    }
  }

  /// Starts the compositor, and waits until programs can connect to it.
  private func weston(in folder: TemporaryFolder) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: Desktop.path(of: "weston") ?? "")
    // Each window fills its screen; painted by software, as all is here.
    process.arguments = [
      "--backend=x11-backend.so", "--shell=kiosk-shell.so", "--use-pixman", "--width=640", "--height=480",
      "--socket=wayland", "--idle-time=0", "--no-config",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["XDG_RUNTIME_DIR": folder.url.path]) { $1 }
    process.standardError = FileHandle(forWritingAtPath: folder.file("weston", []).path)
    process.standardOutput = process.standardError
    try process.run()
    try eventually("Weston takes connections") { isThere("wayland", in: folder) || !process.isRunning }
    let said = try String(contentsOf: folder.url.appending(path: "weston"), encoding: .utf8)
    try #require(process.isRunning, "\(said)")
    return process
  }
}

extension PixelBuffer {
  /// Whether a code is seen: black on white.
  fileprivate var hasPicture: Bool {
    let pixels = pixels
    func share(_ range: ClosedRange<UInt8>) -> Double {
      Double(stride(from: 1, to: pixels.count, by: 4).count { range.contains(pixels[$0]) }) * 4
        / Double(pixels.count)
    }
    return share(0...20) > 0.01 && share(235...255) > 0.01
  }

  /// Whether something is as yellow as the mark is.
  fileprivate var hasMark: Bool {
    let pixels = pixels
    return stride(from: 0, to: pixels.count, by: 4).contains {
      pixels[$0] < 80 && pixels[$0 + 1] > 150 && pixels[$0 + 2] > 200
    }
  }
}
