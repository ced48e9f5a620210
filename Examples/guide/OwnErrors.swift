import OpenCapture

extension CaptureError.Code {
  /// The other end of a connection that frames come by has hung up.
  static let hungUp = Self("hungUp", remedy: "call again")
}

/// What goes wrong while labels are printed.
struct PrinterError: DescribedError {
  struct Code: ErrorCode {
    let name: String
    var remedy: String?
  }

  let facts: ErrorFacts<Code>

  init(_ facts: ErrorFacts<Code>) { self.facts = facts }
}

extension PrinterError.Code {
  /// There is nothing to print on.
  static let noPaper = Self(name: "noPaper", remedy: "put paper in")
  /// What was to be printed can't be.
  static let badLabel = Self(name: "badLabel")
}
