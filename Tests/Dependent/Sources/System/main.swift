import CommandSupport
import OpenCaptureSystem

/// A custom error in the shape of the library's errors.
typealias PrinterError = DomainError<PrinterErrorDomain>
enum PrinterErrorDomain {}

extension PrinterError.Code {
  static var noPaper: Self { Self("noPaper", hint: "load paper") }
}

let clock = MonotonicClock { 42 }
report("\(clock.nanoseconds()) ns; \(PrinterError(.noPaper, subject: "tray 2", reason: "the tray is empty"))")
