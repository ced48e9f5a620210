public import ArgumentParser
import OpenCaptureCodes

/// The engines to read with, as written after `--engines`.
struct EngineList: Sendable {
  let engines: [any CodeEngine]

  /// All that are built in.
  static let all = EngineList(engines: CodeScanner.defaultEngines)

  /// What the engines that are built in are called.
  static var names: [String] { CodeScanner.defaultEngines.map(\.name) }

  /// The engines in a list such as `zbar,zxing`, in the order in which they are best asked.
  ///
  /// - Throws: A validation error that lists what there is.
  init(_ list: String) throws {
    let asked = list.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
    if let stranger = asked.first(where: { !Self.names.contains($0) }) {
      throw ValidationError(
        "no engine '\(stranger)' is built in; it can be " + Self.names.joined(separator: ", "))
    }
    guard !asked.isEmpty else {
      throw ValidationError("an engine is missing; it can be " + Self.names.joined(separator: ", "))
    }
    engines = CodeScanner.defaultEngines.filter { asked.contains($0.name) }
  }

  private init(engines: [any CodeEngine]) { self.engines = engines }
}

extension ScanEffort: ExpressibleByArgument {}

extension Code39Reading: ExpressibleByArgument {}
