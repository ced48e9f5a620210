import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePreview
import OpenCaptureSystem

/// A private X display by Xvfb, with simulated input by xdotool.
final class Desktop: Sendable {
  /// The reason why no display is available; nil if it runs.
  static let unavailableReason: String? = {
    for tool in ["Xvfb", "xdotool", "ffmpeg"] where path(of: tool) == nil { return "\(tool) is not installed" }
    do { try SDLLibrary.load() } catch { return "\(error)" }
    return shared == nil ? "Xvfb does not start" : nil
  }()

  /// The display of this process; nil if unavailable.
  static let shared = try? Desktop()

  /// Returns the path of a program; nil if not installed.
  static func path(of tool: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + tool }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private var display: String { server.display }
  private let server: XServer

  private init() throws {
    server = try XServer(size: "1600x1200")
    setenv("DISPLAY", display, 1)
    unsetenv("WAYLAND_DISPLAY")
    atexit { Desktop.shared?.server.end() }
  }

  /// Calls `body` with a window that another thread opened and runs until `body` ends.
  ///
  /// - Parameter events: Receives the window's events.
  func withWindow<Result>(
    _ title: String, _ dimensions: VideoDimensions, layer: PreviewLayer? = nil, events: Log<WindowEvent> = Log(),
    _ body: (PreviewWindow) throws -> Result
  ) throws -> Result {
    let opened = Locked<Swift.Result<PreviewWindow, any Error>?>(nil)
    let closed = DispatchSemaphore(value: 0)
    let isOpen = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do {
        let window =
          if let layer {
            try PreviewWindow(title: title, layer: layer, dimensions: dimensions)
          } else {
            try PreviewWindow(title: title, dimensions: dimensions)
          }
        opened.withLock { $0 = .success(window) }
        isOpen.signal()
        try window.run { events.append($0) }
      } catch {
        opened.withLock { $0 = .failure(error) }
        isOpen.signal()
      }
      closed.signal()
    }
    try isOpen.wait(for: "a window")
    guard let window = try opened.withLock({ $0 })?.get() else { throw TimedOut(what: "a window") }
    let result = Swift.Result { try body(window) }
    window.close()
    opened.withLock { $0 = nil }
    try closed.wait(for: "the end of the window")
    return try result.get()
  }

  // MARK: Input and screenshots

  /// Runs xdotool.
  @discardableResult
  func runXdotool(_ arguments: String...) throws -> String {
    let outcome = try Command(at: Self.path(of: "xdotool") ?? "").run(arguments)
    guard outcome.status == 0 else { throw TimedOut(what: "xdotool \(arguments): \(outcome.errors)") }
    return outcome.text
  }

  /// Returns the number of the window with a title.
  func window(_ title: String) throws -> String {
    try runXdotool("search", "--name", "^\(title)$").split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Returns the content of the screen at the window with a number.
  func screenshot(of window: String) throws -> PixelBuffer {
    var geometry: [String: Int] = [:]
    for line in try runXdotool("getwindowgeometry", "--shell", window).split(separator: "\n") {
      let parts = line.split(separator: "=")
      if parts.count == 2 { geometry[String(parts[0])] = Int(parts[1]) }
    }
    let width = geometry["WIDTH"] ?? 0
    let height = geometry["HEIGHT"] ?? 0
    let place = "\(display)+\(geometry["X"] ?? 0),\(geometry["Y"] ?? 0)"
    let shot = try Command(at: Self.path(of: "ffmpeg") ?? "").run([
      "-loglevel", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size", "\(width)x\(height)", "-i", place,
      "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "bgra", "-",
    ])
    guard shot.output.count == width * height * 4, width > 0 else {
      throw TimedOut(what: "a screenshot: \(shot.errors)")
    }
    var picture = try PixelBuffer(format: .bgra, width: width, height: height)
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { bytes in
      for row in 0..<height {
        let line = shot.output[row * width * 4..<(row + 1) * width * 4]
        UnsafeMutableRawBufferPointer(rebasing: bytes[row * stride..<row * stride + width * 4]).copyBytes(
          from: line)
      }
    }
    return picture
  }
}

extension PreviewWindow {
  /// Waits until another thread makes a condition true.
  func wait(for what: String, _ condition: () -> Bool) throws(TimedOut) {
    try TimedOut.unless(what) { deadline in
      while !condition() {
        if MonotonicClock.now() > deadline { return false }
        usleep(500)
      }
      return true
    }
  }

  /// Shows a frame and waits until it is on the screen.
  func showNow(_ frame: Frame) throws(TimedOut) {
    let count = statistics.shownCount
    show(frame)
    try wait(for: "the frame is on the screen") { statistics.shownCount > count }
  }
}
