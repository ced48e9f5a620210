import Processing

extension ProcessorRegistry {
  /// Offers a ``CodeScanner`` under the name `codes`; its option `types` is a list such as `qr+ean13`, default `qr`.
  ///
  /// - Throws: ``ProcessingError`` where the name is taken.
  public mutating func registerCodes() throws(ProcessingError) {
    let names = CodeScanner.readableNames().joined(separator: " ")
    let types = ProcessorOption("types", .text, "what to look for, joined by +: \(names) all")
    try register("codes", options: [types]) { options in
      let names = options.text("types").map { $0.split(separator: "+").map(String.init) } ?? ["qr"]
      return try CodeScanner(types: CodeScanner.types(named: names))
    }
  }
}
