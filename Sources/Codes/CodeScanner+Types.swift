public import OpenCaptureMetadata

extension CodeScanner {
  /// The types that names as people write them stand for: `qr`, `EAN13`; `all` is whatever can be read.
  ///
  /// - Throws: ``CodeScannerError`` with ``CodeScannerError/Code/unsupportedType`` for a name that is none, or a type
  ///   that none of the engines reads; it lists those that can be.
  public static func types(
    named names: [String], engines: [any CodeEngine] = defaultEngines
  ) throws(CodeScannerError) -> Set<MetadataObjectType> {
    let readable = readableTypes(of: engines)
    var types: Set<MetadataObjectType> = []
    for name in names.map({ $0.lowercased() }) {
      let type = MetadataObjectType(rawValue: name)
      if name == "all" {
        types.formUnion(readable)
      } else if readable.contains(type) {
        types.insert(type)
      } else {
        let isKnown = MetadataObjectType.machineReadableCodes.contains(type)
        throw CodeScannerError(
          .unsupportedType, subject: "'\(name)'",
          reason: isKnown ? "no engine that is built in reads this type" : "there is no such type",
          remedy: "it can be " + (readableNames(of: engines) + ["all"]).joined(separator: ", "))
      }
    }
    return types
  }

  /// The names of the types that the engines read, in the order of the list of all types.
  public static func readableNames(of engines: [any CodeEngine] = defaultEngines) -> [String] {
    let readable = readableTypes(of: engines)
    return MetadataObjectType.machineReadableCodes.filter(readable.contains).map(\.rawValue)
  }
}
