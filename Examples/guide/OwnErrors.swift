import OpenCapture

extension CaptureError.Code {
  /// The remote end closed the connection.
  static var hungUp: Self { Self("hungUp", hint: "connect again") }
}

/// An error of a label printer.
typealias PrinterError = DomainError<PrinterErrorDomain>
enum PrinterErrorDomain {}

extension PrinterError.Code {
  /// The printer has no paper.
  static var noPaper: Self { Self("noPaper", hint: "load paper") }
  /// The label cannot be printed.
  static var badLabel: Self { Self("badLabel") }
}
