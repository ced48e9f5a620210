import OpenCapture

extension CaptureError.Code {
  /// The remote end closed the connection.
  static let hungUp = Self("hungUp", hint: "connect again")
}

/// An error of a label printer.
struct PrinterError: DescribedError {
  struct Code: ErrorCode {
    let name: String
    var hint: String?
  }

  let facts: ErrorDetails<Code>

  init(_ facts: ErrorDetails<Code>) { self.facts = facts }
}

extension PrinterError.Code {
  /// The printer has no paper.
  static let noPaper = Self(name: "noPaper", hint: "load paper")
  /// The label cannot be printed.
  static let badLabel = Self(name: "badLabel")
}
