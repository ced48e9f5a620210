public import ArgumentParser
import OpenCaptureCodes

/// A list of code engines, as the value of `--engines`.
struct EngineList: Sendable {
  let engines: [any CodeEngine]

  /// All built-in engines.
  static let all = EngineList(engines: CodeScanner.defaultEngines)

  /// The names of the built-in engines.
  static var names: [String] { CodeScanner.defaultEngines.map(\.name) }

  /// Parses a list such as `zbar,zxing`; the engines are sorted by preference.
  ///
  /// - Throws: A validation error that lists the available engines.
  init(_ list: String) throws {
    let requested = list.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
    if let unknown = requested.first(where: { !Self.names.contains($0) }) {
      throw ValidationError(
        "Unknown engine '\(unknown)'. Available: " + Self.names.joined(separator: ", "))
    }
    guard !requested.isEmpty else {
      throw ValidationError("--engines needs a value. Available: " + Self.names.joined(separator: ", "))
    }
    engines = CodeScanner.defaultEngines.filter { requested.contains($0.name) }
  }

  private init(engines: [any CodeEngine]) { self.engines = engines }
}

extension ScanEffort: ExpressibleByArgument {}

extension Code39Interpretation: ExpressibleByArgument {}

/// A list of code types, as the value of `--types`.
enum TypeList {
  /// Parses a list such as `qr,ean13`; `all` means all readable types.
  ///
  /// - Throws: A validation error that lists the readable types.
  static func parse(_ list: String) throws -> Set<MetadataObjectType> {
    let names = list.split(separator: ",").map { $0.filter { $0 != " " } }
    guard !names.isEmpty else {
      throw ValidationError(
        "--types needs a value. Available: " + (CodeScanner.readableNames() + ["all"]).joined(separator: ", "))
    }
    do { return try CodeScanner.types(named: names) } catch { throw ValidationError("\(error)") }
  }
}
