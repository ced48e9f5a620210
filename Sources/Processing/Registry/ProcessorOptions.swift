/// The options that a processor was asked for with, checked against those that it declares.
///
/// Options that were not given are nil, so that a processor's own defaults hold.
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
        throw ProcessingError(.malformed, subject: subject, reason: "it is given twice")
      }
    }
  }

  /// The value of an option that is declared as a whole number.
  public func integer(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// The value of an option that is declared as a number.
  public func number(_ name: String) -> Double? { values[name].flatMap(Double.init) }

  /// The value of an option that is declared as a choice between the cases of a type.
  public func choice<Choice: RawRepresentable<String>>(_ name: String, of type: Choice.Type) -> Choice? {
    values[name].flatMap(Choice.init)
  }

  /// The value of an option that is declared as a colour.
  public func color(_ name: String) -> PictureColor? { values[name].flatMap { PictureColor($0) } }

  /// The value of an option that is declared as yes or no.
  public func flag(_ name: String) -> Bool? { values[name].flatMap(Bool.init(flag:)) }

  /// The value of an option as it was written, whatever it is declared as.
  public func text(_ name: String) -> String? { values[name] }
}
