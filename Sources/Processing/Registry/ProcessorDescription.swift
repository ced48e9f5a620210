/// A processor's name and options, as they were written.
struct ProcessorDescription: Sendable, Hashable {
  let name: String
  /// In the order in which they were written.
  private(set) var options: [Option] = []

  struct Option: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// Reads `name` or `name:option=value,option=value`.
  init(_ text: some StringProtocol) throws(ProcessingError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    guard !name.isEmpty else {
      throw ProcessingError(.malformed, subject: "'\(text)'", reason: "a processor's name is missing")
    }
    guard parts.count > 1 else { return }
    for option in parts[1].split(separator: ",", omittingEmptySubsequences: false) { try append(option) }
  }

  /// What stands for a list without anything in it.
  static let emptyList = "none"

  /// Reads descriptions between commas.
  static func list(_ text: String) throws(ProcessingError) -> [Self] {
    guard text != emptyList else { return [] }
    var list: [Self] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let equals = part.firstIndex(of: "=") ?? part.endIndex
      if equals == part.endIndex || part[..<equals].contains(":") {
        list.append(try Self(part))
      } else if list.isEmpty {
        throw ProcessingError(.malformed, subject: "'\(part)'", reason: "an option must follow a processor's name")
      } else {
        try list[list.count - 1].append(part)
      }
    }
    return list
  }

  private mutating func append(_ text: some StringProtocol) throws(ProcessingError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ProcessingError(.malformed, subject: "\(name): '\(text)'", reason: "options are written option=value")
    }
    options.append(Option(name: String(parts[0]), value: String(parts[1])))
  }
}
