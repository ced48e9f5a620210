import COpenCaptureSDL
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A window, by SDL: for one thread, but for ``wake()``.
final class WindowScreen {
  private let window: OpaquePointer
  /// What it is on.
  let driver: DisplayDriver

  /// Opens a window.
  ///
  /// - Parameter dimensions: How large what it shows should be, in pixels; less where the screen is smaller.
  /// - Throws: ``WindowError`` that says what was tried.
  init(title: String, dimensions: VideoDimensions) throws(WindowError) {
    try SDLLibrary.load()
    let isFirst = Self.isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    guard isFirst else {
      throw WindowError(
        .displayFailed, subject: title, reason: "there is a window already", remedy: "close that first")
    }
    do throws(WindowError) {
      (driver, window) = try Self.open(title, dimensions)
    } catch {
      Self.isTaken.withLock { $0 = false }
      throw error
    }
  }

  deinit {
    csdl_close(window)
    csdl_end()
    Self.isTaken.withLock { $0 = false }
  }

  /// Whether there is a window: SDL has one display for the process, and ends it with all that is on it.
  private static let isTaken = Locked(false)

  private static func open(
    _ title: String, _ dimensions: VideoDimensions
  ) throws(WindowError) -> (DisplayDriver, OpaquePointer) {
    let driver = try begin()
    let size = dimensions.fitting(room)
    guard let window = csdl_open(title, Int32(size.width), Int32(size.height)) else {
      let reason = lastError
      csdl_end()
      throw WindowError(.displayFailed, subject: driver.rawValue, reason: reason)
    }
    return (driver, window)
  }

  private static func begin() throws(WindowError) -> DisplayDriver {
    var attempts: [String] = []
    for driver in DisplayDriver.candidates {
      if csdl_begin(driver.rawValue) { return driver }
      attempts.append("\(driver): \(lastError)")
    }
    let tried = attempts.isEmpty ? "neither DISPLAY nor WAYLAND_DISPLAY is set" : attempts.joined(separator: "; ")
    throw WindowError(.noDisplay, subject: "window", reason: "there is no screen for it (\(tried))")
  }

  private static var lastError: String {
    let words = csdl_error().map { String(cString: $0) } ?? ""
    return words.isEmpty ? "it gives no reason" : words
  }

  /// How large a window can be, with its frame.
  private static var room: VideoDimensions? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard csdl_room(&width, &height) else { return nil }
    return VideoDimensions(width: Int(width), height: Int(height))
  }

  var title: String = "" { didSet { csdl_set_title(window, title) } }

  /// Makes it as large, or as large as the screen has room for in the same proportions.
  func resize(to dimensions: VideoDimensions) {
    let size = dimensions.fitting(Self.room)
    csdl_resize(window, Int32(size.width), Int32(size.height))
  }

  /// Whether it fills the screen.
  private(set) var isFullScreen = false

  /// Fills the screen, or not any more; nothing changes where the display can't.
  func setFullScreen(_ isFull: Bool) {
    if csdl_set_full_screen(window, isFull) { isFullScreen = isFull }
  }

  /// Lets `body` paint the window, in BGRA, and shows it.
  ///
  /// - Throws: What `body` throws; ``WindowError`` where the display has no picture to paint on.
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

  /// What happened.
  enum Arrival {
    /// Nothing that is for anybody here.
    case nothing
    /// Nothing more.
    case quiet
    /// It has to be painted again.
    case exposed
    case event(WindowEvent)
    case finger(csdl_event)
  }

  /// Waits for what happens next, for as many milliseconds at most.
  func wait(milliseconds: Int32) -> Arrival {
    let event = csdl_wait(window, milliseconds)
    switch event.kind {
    case CSDL_QUIET: return .quiet
    case CSDL_CLOSE: return .event(.close)
    case CSDL_EXPOSED: return .exposed
    case CSDL_KEY:
      let modifiers = WindowKey.Modifiers(rawValue: event.modifiers)
      return .event(.key(WindowKey(code: event.key, modifiers: modifiers, isRepeated: event.is_repeated)))
    case CSDL_BUTTON where event.button == 1: return .event(.tap(Point(x: event.x, y: event.y)))
    case CSDL_WHEEL where event.steps != 0: return .event(.zoom(Self.zoom(steps: event.steps)))
    case CSDL_FINGER_DOWN, CSDL_FINGER_MOVED, CSDL_FINGER_UP: return .finger(event)
    default: return .nothing
    }
  }

  /// Four steps of a wheel double.
  private static func zoom(steps: Double) -> Double { exp2(max(-8, min(8, steps)) / 4) }

  /// Ends a wait, on any thread, while the window is there.
  static func wake() { csdl_wake() }
}

extension VideoDimensions {
  /// As large as fits, in the same proportions.
  fileprivate func fitting(_ room: VideoDimensions?) -> VideoDimensions {
    guard let room, room.width > 0, room.height > 0, width > room.width || height > room.height else { return self }
    let scale = min(Double(room.width) / Double(width), Double(room.height) / Double(height))
    return VideoDimensions(
      width: max(1, Int(Double(width) * scale)), height: max(1, Int(Double(height) * scale)))
  }
}
