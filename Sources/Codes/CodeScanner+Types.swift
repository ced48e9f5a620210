public import OpenCaptureMetadata

extension CodeScanner {
  /// The types that names as people write them stand for: `qr`, `EAN-13`, `data_matrix`; `all` is whatever can be read.
  ///
  /// Upper and lower case are the same, and hyphens, underscores and spaces don't count; some types go by other names,
  /// too, such as `qrcode` or `itf-14`.
  ///
  /// - Throws: ``CodeScannerError`` with ``CodeScannerError/Code/unsupportedType`` for a name that is none, or a type
  ///   that none of the engines reads; it lists those that can be.
  public static func types(
    named names: [String], engines: [any CodeEngine] = defaultEngines
  ) throws(CodeScannerError) -> Set<MetadataObjectType> {
    let readable = readableTypes(of: engines)
    var types: Set<MetadataObjectType> = []
    for name in names {
      let type = TypeSpelling.type(name)
      if name.lowercased() == "all" {
        types.formUnion(readable)
      } else if let type, readable.contains(type) {
        types.insert(type)
      } else {
        throw CodeScannerError(
          .unsupportedType, subject: "'\(name)'",
          reason: type == nil ? "there is no such type" : "no engine that is built in reads this type",
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
