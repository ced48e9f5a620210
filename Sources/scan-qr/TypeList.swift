import ArgumentParser
import OpenCaptureCodes
import OpenCaptureMetadata

/// The types to look for, as written after `--types`.
enum TypeList {
  /// The types in a list such as `qr,ean13`; `all` is whatever can be read.
  ///
  /// - Throws: A validation error that lists what can be read.
  static func parse(_ list: String) throws -> Set<MetadataObjectType> {
    let names = list.split(separator: ",").map { $0.filter { $0 != " " } }
    guard !names.isEmpty else {
      throw ValidationError(
        "a type is missing; it can be " + (CodeScanner.readableNames() + ["all"]).joined(separator: ", "))
    }
    do { return try CodeScanner.types(named: names) } catch { throw ValidationError("\(error)") }
  }
}
