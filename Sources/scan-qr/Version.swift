import Codes

/// What `--version` prints.
enum Version {
  static let number = "0.1.0"

  static var text: String {
    let engines = CodeScanner.defaultEngines.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    return "scan-qr \(number) (OpenCapture; \(engines))"
  }
}
