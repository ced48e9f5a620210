import OpenCaptureMetadata

/// How people write the names of types: `EAN-13`, `qr_code`, `Data Matrix`.
///
/// Upper and lower case are the same, what joins words doesn't count, and some types go by several names.
enum TypeSpelling {
  /// What a type is called beside its own name, without what joins words.
  private static let otherNames: [MetadataObjectType: [String]] = [
    .qr: ["qrcode"], .microQR: ["microqrcode"], .rMQR: ["rmqrcode"], .ean13: ["gtin13", "jan13"],
    .ean8: ["gtin8", "jan8"], .upca: ["upc", "gtin12"], .code128: ["gs1128", "ean128"],
    .itf: ["itf14", "i25", "interleaved2of5"], .codabar: ["nw7"], .gs1DataBar: ["gs1databar"],
    .gs1DataBarLimited: ["gs1databarlimited"], .gs1DataBarExpanded: ["gs1databarexpanded"],
    .aztec: ["azteccode"], .dataMatrix: ["datamatrixcode"],
  ]

  private static let types: [String: MetadataObjectType] = {
    let names = MetadataObjectType.machineReadableCodes.flatMap { type in
      ([joined(type.rawValue)] + (otherNames[type] ?? [])).map { ($0, type) }
    }
    return Dictionary(names) { own, _ in own }
  }()

  /// The type that a name stands for; nil for one that is none.
  static func type(_ name: String) -> MetadataObjectType? { types[joined(name)] }

  /// What types are called beside their own names.
  static func synonyms(of types: [MetadataObjectType]) -> [String] { types.flatMap { otherNames[$0] ?? [] } }

  /// A name in lower case, without what joins its words.
  private static func joined(_ name: String) -> String { name.lowercased().filter { !"-_ ".contains($0) } }
}
