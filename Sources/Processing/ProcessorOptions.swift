/// The options given for a processor, checked against its declared options.
///
/// An option that was not given is nil, so that the processor's default applies.
public struct ProcessorOptions: Sendable, Hashable {
  private var values: [String: String] = [:]

  init(_ description: ProcessorDescription, declared: [ProcessorOption]) throws(ProcessingError) {
    for option in description.options {
      let subject = "\(description.name): \(option.name)"
      guard let declaration = declared.first(where: { $0.name == option.name }) else {
        throw ProcessingError(
          .unknownOption, subject: subject, reason: "no such option", known: declared.map(\.name))
      }
      guard declaration.kind.accepts(option.value) else {
        throw ProcessingError(
          .invalidValue, subject: subject, reason: "'\(option.value)' is not \(declaration.kind.expectation)")
      }
      guard values.updateValue(option.value, forKey: option.name) == nil else {
        throw ProcessingError(.malformed, subject: subject, reason: "the option is given twice")
      }
    }
  }

  /// Returns the value of an integer option.
  public func integer(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// Returns the value of a number option.
  public func number(_ name: String) -> Double? { values[name].flatMap(Double.init) }

  /// Returns the value of an option whose words are the cases of a type.
  public func choice<Choice: RawRepresentable<String>>(_ name: String, of type: Choice.Type) -> Choice? {
    values[name].flatMap(Choice.init)
  }

  /// Returns the value of a color option.
  public func color(_ name: String) -> PictureColor? { values[name].flatMap { PictureColor($0) } }

  /// Returns the value of a yes-or-no option.
  public func flag(_ name: String) -> Bool? { values[name].flatMap(Bool.init(flag:)) }

  /// Returns the text of an option of any kind.
  public func text(_ name: String) -> String? { values[name] }
}

/// The parsed text of a processor's name and options.
struct ProcessorDescription: Sendable, Hashable {
  let name: String
  /// The options in the order of the text.
  private(set) var options: [Option] = []

  struct Option: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// Parses `name` or `name:option=value,option=value`.
  init(_ text: some StringProtocol) throws(ProcessingError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    guard !name.isEmpty else {
      throw ProcessingError(.malformed, subject: "'\(text)'", reason: "processor name missing")
    }
    guard parts.count > 1 else { return }
    for option in parts[1].split(separator: ",", omittingEmptySubsequences: false) { try append(option) }
  }

  /// The word for an empty list.
  static let emptyList = "none"

  /// Parses a comma-separated list of descriptions.
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
      throw ProcessingError(.malformed, subject: "\(name): '\(text)'", reason: "use the form option=value")
    }
    options.append(Option(name: String(parts[0]), value: String(parts[1])))
  }
}
