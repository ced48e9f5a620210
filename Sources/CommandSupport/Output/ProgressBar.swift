import OpenCaptureSystem

/// A progress line on standard error, shown only on a terminal.
package struct ProgressBar {
  /// The seconds before the line first appears.
  private static let initialDelay = 0.5
  /// The seconds between two updates.
  private static let interval = 0.1

  private let isEnabled: Bool
  private let unit: String
  private let start = MonotonicClock.seconds()
  private var drawnAt = -Double.infinity
  private var isVisible = false

  /// Makes a hidden progress line.
  ///
  /// - Parameter unit: The unit that is counted, in the plural.
  package init(isEnabled: Bool, unit: String) {
    self.isEnabled = isEnabled && StandardStream.error.isTerminal
    self.unit = unit
  }

  /// Updates the line, unless it was updated a moment ago.
  ///
  /// - Parameter note: An additional text.
  package mutating func update(done: Int, of total: Int?, note: @autoclosure () -> String? = nil) {
    let now = MonotonicClock.seconds()
    guard isEnabled, now - start > Self.initialDelay, now - drawnAt > Self.interval else { return }
    drawnAt = now
    show(Self.line(done: done, of: total, unit: unit, note: note(), elapsed: now - start))
  }

  /// Shows a line at once.
  package mutating func show(_ line: String) {
    guard isEnabled else { return }
    isVisible = true
    // A line that wraps could not be erased.
    let columns = StandardStream.error.columns.map { max(1, $0 - 1) } ?? line.count
    try? StandardStream.error.write(Array("\r\u{1B}[K\(line.prefix(columns))".utf8))
  }

  /// Erases the line, so that other text can be printed.
  package mutating func clear() {
    guard isVisible else { return }
    drawnAt = -.infinity
    isVisible = false
    try? StandardStream.error.write(Array("\r\u{1B}[K".utf8))
  }

  /// Returns a line such as `[######··············] 120/400 pictures, 96 codes, 8 s left`.
  package static func line(done: Int, of total: Int?, unit: String, note: String?, elapsed: Double) -> String {
    let note = note.map { ", \($0)" } ?? ""
    guard let total, total > 0 else { return "\(done) \(unit)\(note)" }
    let width = 20
    let filled = width * min(done, total) / total
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: width - filled)
    let left = done > 0 ? ", \(Int((elapsed / Double(done) * Double(total - done)).rounded(.up))) s left" : ""
    return "[\(bar)] \(done)/\(total) \(unit)\(note)\(left)"
  }
}
