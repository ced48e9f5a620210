import COpenCaptureSDL
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// An SDL window; used by one thread, except for ``wake()``.
final class WindowScreen {
  private let window: OpaquePointer
  /// The display system of the window.
  let driver: DisplayDriver

  /// Opens a window.
  ///
  /// - Parameter dimensions: The size of the content in pixels; reduced on smaller screens.
  /// - Throws: ``WindowError`` that lists the drivers that were tried.
  init(title: String, dimensions: VideoDimensions) throws(WindowError) {
    try SDLLibrary.load()
    let isFirst = Self.isTickOccupied.withLock { isTickOccupied in
      defer { isTickOccupied = true }
      return !isTickOccupied
    }
    guard isFirst else {
      throw WindowError(
        .displayFailed, subject: title, reason: "another window is open", hint: "close that window first")
    }
    do throws(WindowError) {
      (driver, window) = try Self.open(title, dimensions)
    } catch {
      Self.isTickOccupied.withLock { $0 = false }
      throw error
    }
  }

  deinit {
    csdl_close(window)
    csdl_disconnect()
    Self.isTickOccupied.withLock { $0 = false }
  }

  /// Whether the process has a window; SDL supports one display per process.
  private static let isTickOccupied = Locked(false)

  private static func open(
    _ title: String, _ dimensions: VideoDimensions
  ) throws(WindowError) -> (DisplayDriver, OpaquePointer) {
    let driver = try begin()
    let size = dimensions.fitting(availableSize)
    guard let window = csdl_open(title, Int32(size.width), Int32(size.height)) else {
      let reason = lastError
      csdl_disconnect()
      throw WindowError(.displayFailed, subject: driver.rawValue, reason: reason)
    }
    return (driver, window)
  }

  private static func begin() throws(WindowError) -> DisplayDriver {
    var attempts: [String] = []
    for driver in DisplayDriver.candidates {
      if csdl_connect(driver.rawValue) { return driver }
      attempts.append("\(driver): \(lastError)")
    }
    let tried =
      attempts.isEmpty ? "neither DISPLAY nor WAYLAND_DISPLAY is set" : attempts.joined(separator: "; ")
    throw WindowError(.noDisplay, subject: "window", reason: "no display found (\(tried))")
  }

  private static var lastError: String {
    let message = csdl_error().map { String(cString: $0) } ?? ""
    return message.isEmpty ? "unknown error" : message
  }

  /// The largest size of a window including its frame; nil if unknown.
  private static var availableSize: VideoDimensions? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard csdl_usable_size(&width, &height) else { return nil }
    return VideoDimensions(width: Int(width), height: Int(height))
  }

  var title: String = "" { didSet { csdl_set_title(window, title) } }

  /// Resizes the content, or reduces it to fit the screen with the same aspect ratio.
  func resize(to dimensions: VideoDimensions) {
    let size = dimensions.fitting(Self.availableSize)
    csdl_resize(window, Int32(size.width), Int32(size.height))
  }

  /// Whether the window fills the screen.
  private(set) var isFullScreen = false

  /// Enters or leaves full screen; has no effect on displays without that mode.
  func setFullScreen(_ isFull: Bool) {
    if csdl_set_full_screen(window, isFull) { isFullScreen = isFull }
  }

  /// Calls `body` to paint the window in BGRA, and displays the result.
  ///
  /// - Throws: Errors of `body`, and ``WindowError`` when the display provides no picture.
  func paint(_ body: (inout PixelBuffer) throws -> Void) throws {
    var target = csdl_picture()
    guard csdl_paint(window, &target), let bytes = target.bytes else {
      throw WindowError(.displayFailed, subject: driver.rawValue, reason: Self.lastError)
    }
    let stride = Int(target.bytes_per_row)
    let layout = try PixelLayout(
      format: .bgra, width: Int(target.width), height: Int(target.height), bytesPerRow: [stride])
    let memory = UnsafeMutableRawBufferPointer(start: bytes, count: stride * Int(target.height))
    var picture = try PixelBuffer(wrapping: memory, layout: layout) {}
    try body(&picture)
    guard csdl_show(window) else {
      throw WindowError(.displayFailed, subject: driver.rawValue, reason: Self.lastError)
    }
  }

  /// The result of a wait.
  enum WaitResult {
    /// An event without meaning for the window.
    case nothing
    /// No event.
    case noEvent
    /// The window must be repainted.
    case exposed
    case event(WindowEvent)
    case finger(csdl_event)
  }

  /// Waits for the next event, at most for the given number of milliseconds.
  func wait(milliseconds: Int32) -> WaitResult {
    let event = csdl_wait(window, milliseconds)
    switch event.kind {
    case CSDL_TIMEOUT: return .noEvent
    case CSDL_CLOSE: return .event(.close)
    case CSDL_EXPOSED: return .exposed
    case CSDL_KEY:
      let modifiers = WindowKey.Modifiers(rawValue: event.modifiers)
      let symbol = WindowKey.Symbol(code: event.key)
      return .event(.key(WindowKey(symbol, modifiers, isRepeated: event.is_repeated)))
    case CSDL_BUTTON where event.button == 1: return .event(.tap(Point(x: event.x, y: event.y)))
    case CSDL_WHEEL where event.steps != 0: return .event(.zoom(Self.zoom(steps: event.steps)))
    case CSDL_FINGER_DOWN, CSDL_FINGER_MOVED, CSDL_FINGER_UP: return .finger(event)
    default: return .nothing
    }
  }

  /// Converts steps of the wheel to a factor; four steps double the size.
  private static func zoom(steps: Double) -> Double { exp2(max(-8, min(8, steps)) / 4) }

  /// Ends a wait, from any thread, while the window exists.
  static func wake() { csdl_wake() }
}

extension VideoDimensions {
  /// Returns the largest size within `availableSize` that keeps the aspect ratio.
  fileprivate func fitting(_ availableSize: VideoDimensions?) -> VideoDimensions {
    guard let availableSize, availableSize.width > 0, availableSize.height > 0,
      width > availableSize.width || height > availableSize.height
    else { return self }
    let scale = min(Double(availableSize.width) / Double(width), Double(availableSize.height) / Double(height))
    return VideoDimensions(width: max(1, Int(Double(width) * scale)), height: max(1, Int(Double(height) * scale)))
  }
}
