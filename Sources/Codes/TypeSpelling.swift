public import OpenCaptureMetadata

/// The accepted spellings of type names, such as `EAN-13`, `qr_code` and `Data Matrix`.
enum TypeSpelling {
  /// Further names of types, in normalized spelling.
  private static let otherNames: [MetadataObjectType: [String]] = [
    .qr: ["qrcode"], .microQR: ["microqrcode"], .rMQR: ["rmqrcode"], .ean13: ["gtin13", "jan13"],
    .ean8: ["gtin8", "jan8"], .upca: ["upc", "gtin12"], .code128: ["gs1128", "ean128"],
    .itf: ["itf14", "i25", "interleaved2of5"], .codabar: ["nw7"], .gs1DataBar: ["gs1databar"],
    .gs1DataBarLimited: ["gs1databarlimited"], .gs1DataBarExpanded: ["gs1databarexpanded"],
    .aztec: ["azteccode"], .dataMatrix: ["datamatrixcode"],
  ]

  private static let types: [String: MetadataObjectType] = {
    let names = MetadataObjectType.machineReadableCodes.flatMap { type in
      ([joined(type.name)] + (otherNames[type] ?? [])).map { ($0, type) }
    }
    return Dictionary(names) { own, _ in own }
  }()

  /// Returns the type with the given name, or nil if the name is unknown.
  static func type(_ name: String) -> MetadataObjectType? { types[joined(name)] }

  static func synonyms(of types: [MetadataObjectType]) -> [String] { types.flatMap { otherNames[$0] ?? [] } }

  /// Returns a name in lower case, without hyphens, underscores and spaces.
  private static func joined(_ name: String) -> String { name.lowercased().filter { !"-_ ".contains($0) } }
}

extension CodeScanner {
  /// Returns the types with the given names, such as `qr`, `EAN-13` or `data_matrix`.
  ///
  /// The name `all` selects every readable type. Case, hyphens, underscores and spaces are ignored. Some types have
  /// further names, such as `qrcode` or `itf-14`.
  ///
  /// - Throws: ``CodeScannerError`` with `CodeScannerError.Code.unsupportedType` if a name is unknown or no
  ///   engine can read the type. The error lists the readable types.
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
          reason: type == nil ? "unknown type" : "no built-in engine can read this type",
          hint: "choose one of: " + (readableNames(of: engines) + ["all"]).joined(separator: ", "))
      }
    }
    return types
  }

  /// The names of the types that the engines can read, in the order of the list of all types.
  public static func readableNames(of engines: [any CodeEngine] = defaultEngines) -> [String] {
    let readable = readableTypes(of: engines)
    return MetadataObjectType.machineReadableCodes.filter(readable.contains).map(\.name)
  }
}
