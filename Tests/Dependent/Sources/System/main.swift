import CommandSupport
import OpenCaptureSystem

/// A custom error in the shape of the library's errors.
struct PrinterError: DescribedError {
  struct Code: ErrorCode {
    let name: String
    var hint: String?
  }

  let facts: ErrorDetails<Code>

  init(_ facts: ErrorDetails<Code>) { self.facts = facts }
}

extension PrinterError.Code {
  static let noPaper = Self(name: "noPaper", hint: "load paper")
}

let clock = MonotonicClock { 42 }
report("\(clock.nanoseconds()) ns; \(PrinterError(.noPaper, subject: "tray 2", reason: "the tray is empty"))")
