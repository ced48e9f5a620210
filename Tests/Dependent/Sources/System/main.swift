import CommandSupport
import OpenCaptureSystem

/// An error of one's own, in the shape of all errors there.
struct PrinterError: DescribedError {
  struct Code: ErrorCode {
    let name: String
    var remedy: String?
  }

  let facts: ErrorFacts<Code>

  init(_ facts: ErrorFacts<Code>) { self.facts = facts }
}

extension PrinterError.Code {
  static let noPaper = Self(name: "noPaper", remedy: "put paper in")
}

let clock = MonotonicClock { 42 }
report("\(clock.nanoseconds()) ns; \(PrinterError(.noPaper, subject: "tray 2", reason: "it is empty"))")
