import ArgumentParser
import Codes
import Metadata

/// The types to look for, as written after `--types`.
enum TypeList {
  /// The names that the built-in engines read, in the order of the list of all types.
  static var readableNames: [String] {
    let readable = CodeScanner.readableTypes()
    return MetadataObjectType.machineReadableCodes.filter(readable.contains).map(\.rawValue)
  }

  /// The types in a list such as `qr,ean13`; `all` is whatever can be read.
  ///
  /// - Throws: A validation error that lists what can be read.
  static func parse(_ list: String) throws -> Set<MetadataObjectType> {
    let readable = CodeScanner.readableTypes()
    let names = list.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
    guard !names.isEmpty else { throw ValidationError("a type is missing; \(remedy)") }
    return try names.reduce(into: []) { types, name in
      let type = MetadataObjectType(rawValue: name)
      if name == "all" {
        types.formUnion(readable)
      } else if readable.contains(type) {
        types.insert(type)
      } else {
        let isKnown = MetadataObjectType.machineReadableCodes.contains(type)
        throw ValidationError(
          (isKnown ? "no engine that is built in reads '\(name)'; " : "there is no type '\(name)'; ") + remedy)
      }
    }
  }

  private static var remedy: String { "it can be " + (readableNames + ["all"]).joined(separator: ", ") }
}
