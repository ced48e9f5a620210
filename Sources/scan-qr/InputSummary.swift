import OpenCaptureCommandSupport
import OpenCaptureMetadata
import OpenCaptureSystem

/// The statuses of all inputs of a run, as lines for `--all`.
struct InputSummary: Sendable {
  private var counts: [StreamAnswer.Status: Int] = [:]
  private var codes = 0
  private let start = MonotonicClock.seconds()

  /// Counts an input and returns its line.
  ///
  /// - Parameter codeCount: The number of codes of the input that were printed.
  mutating func add(_ report: InputReport, codeCount: Int) -> [UInt8] {
    let answer = StreamAnswer(found: [], size: report.size, failures: report.failures, stop: report.stop)
    counts[answer.status, default: 0] += 1
    codes += codeCount
    var line = JSONLine()
    line.add("source", report.path.text)
    line.add("status", answer.status.rawValue)
    line.add("codes", codeCount)
    if let fault = answer.fault { line.add("error", fault.members) }
    return Array((line.text + "\n").utf8)
  }

  /// Returns the closing line.
  ///
  /// - Parameter skipped: The number of inputs that an earlier run finished.
  func line(skipped: Int) -> [UInt8] {
    var members = JSONLine()
    members.add("inputs", counts.values.reduce(0, +))
    for status in StreamAnswer.Status.allCases { members.add(status.rawValue, counts[status] ?? 0) }
    members.add("skipped", skipped)
    members.add("codes", codes)
    members.add("seconds", MonotonicClock.seconds() - start, digits: 3)
    var line = JSONLine()
    line.add("summary", members)
    return Array((line.text + "\n").utf8)
  }
}
