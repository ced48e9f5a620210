import OpenCaptureSystem

/// A line on standard error that says how far long work is; only a terminal shows it.
package struct ProgressBar {
  /// Work that ends sooner than this shows none, in seconds.
  private static let patience = 0.5
  /// Between two drawings, in seconds.
  private static let interval = 0.1

  private let isEnabled: Bool
  private let unit: String
  private let start = MonotonicClock.seconds()
  private var drawnAt = -Double.infinity
  private var isVisible = false

  /// Makes one.
  ///
  /// - Parameter unit: What is counted, in the plural.
  package init(isEnabled: Bool, unit: String) {
    (self.isEnabled, self.unit) = (isEnabled && StandardStream.error.isTerminal, unit)
  }

  /// Shows the state, unless that was done a moment ago.
  ///
  /// - Parameter note: What else there is to say of it.
  package mutating func update(done: Int, of total: Int?, note: @autoclosure () -> String? = nil) {
    let now = MonotonicClock.seconds()
    guard isEnabled, now - start > Self.patience, now - drawnAt > Self.interval else { return }
    drawnAt = now
    show(Self.line(done: done, of: total, unit: unit, note: note(), elapsed: now - start))
  }

  /// Shows a line at once.
  package mutating func show(_ line: String) {
    guard isEnabled else { return }
    isVisible = true
    // A line that wraps could not be taken away again.
    let columns = StandardStream.error.columns.map { max(1, $0 - 1) } ?? line.count
    try? StandardStream.error.write(Array("\r\u{1B}[K\(line.prefix(columns))".utf8))
  }

  /// Takes the line away, so that something else can be printed.
  package mutating func clear() {
    guard isVisible else { return }
    (drawnAt, isVisible) = (-.infinity, false)
    try? StandardStream.error.write(Array("\r\u{1B}[K".utf8))
  }

  /// Such as `[######··············] 120/400 pictures, 96 codes, 8 s left`.
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
