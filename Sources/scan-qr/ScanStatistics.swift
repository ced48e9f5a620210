import OpenCaptureCodes
import OpenCaptureCommandSupport

/// The time and results of each scanning pass over all pictures.
final class ScanStatistics: Sendable {
  private struct Row {
    var runs = 0
    var duration = Duration.zero
    var codesFound = 0
  }

  private struct State: Lockable {
    /// The names of the passes in the order of their first run.
    var names: [String] = []
    var rows: [String: Row] = [:]
  }

  private let state = Locked(State())

  /// Adds a scan, and prints the pass that found each code.
  func add(_ report: ScanReport, of path: InputPath) {
    state.withLock { state in
      for pass in report.passes {
        if state.rows[pass.name] == nil { state.names.append(pass.name) }
        var row = state.rows[pass.name] ?? Row()
        row.runs += 1
        row.duration += pass.duration
        row.codesFound += pass.codesFound
        state.rows[pass.name] = row
      }
      for (code, pass) in zip(report.codes, report.foundBy) {
        let text = code.stringValue.map(EscapedText.line) ?? EscapedText.line(code.bytes)
        let place = EscapedText.line("\(path.title): \(code.type) by \(pass): ")
        StandardStream.error.writeLine(escaped: place + text)
      }
    }
  }

  /// Prints one line per pass.
  func print() {
    let state = state.withLock { $0 }
    for name in state.names {
      let row = state.rows[name] ?? Row()
      let time = "\((row.duration / .microseconds(100)).rounded() / 10) ms"
      StandardStream.error.writeLine(
        "\(name): \(row.runs) run\(row.runs == 1 ? "" : "s"), \(time), \(row.codesFound) codes")
    }
  }
}
