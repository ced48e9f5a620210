/// A table of processors that can be made by name, with options: `focus-peaking:threshold=80,color=red`.
///
///     var registry = ProcessorRegistry.builtIn
///     try registry.register("stamp", options: [ProcessorOption("text", .text, "what to write")]) { options in
///       Stamp(text: options.text("text") ?? "")
///     }
///     let processors = try registry.makeAll("grayscale,stamp:text=hello")
///
/// A registry is a value passed to its users. No global registry exists: registering in a copy does not affect others.
public struct ProcessorRegistry: Sendable {
  /// A function that makes a processor from checked options.
  public typealias Factory = @Sendable (ProcessorOptions) throws -> any FrameProcessor

  private struct Entry: Sendable {
    var summary: String
    var options: [ProcessorOption]
    var make: Factory
  }

  private var entries: [String: Entry] = [:]

  /// Makes an empty registry.
  public init() {}

  /// The names in alphabetical order.
  public var names: [String] { entries.keys.sorted() }

  /// Returns a sentence about a processor, empty if it has none; nil for an unknown name.
  public func summary(of name: String) -> String? { entries[name]?.summary }

  /// Returns the options of a processor in the order of their declaration; nil for an unknown name.
  public func options(of name: String) -> [ProcessorOption]? { entries[name]?.options }

  /// Registers a processor without a summary under a name.
  ///
  /// - Parameters:
  ///   - name: Letters, digits, `-`, `_` and `.`; not `none`.
  ///   - options: The processor's options. Default: none.
  ///   - make: Makes a processor; called once per request.
  /// - Throws: ``ProcessingError`` if the name is invalid or taken.
  public mutating func register(
    _ name: String, options: [ProcessorOption] = [], make: @escaping Factory
  ) throws(ProcessingError) {
    try register(name, summary: "", options: options, make: make)
  }

  /// Registers a processor under a name.
  ///
  /// - Parameters:
  ///   - name: Letters, digits, `-`, `_` and `.`; not `none`.
  ///   - summary: A sentence about the processor, for lists.
  ///   - options: The processor's options. Default: none.
  ///   - make: Makes a processor; called once per request.
  /// - Throws: ``ProcessingError`` if the name is invalid or taken.
  public mutating func register(
    _ name: String, summary: String, options: [ProcessorOption] = [], make: @escaping Factory
  ) throws(ProcessingError) {
    let isName =
      !name.isEmpty && name != ProcessorDescription.emptyList
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    guard isName else {
      throw ProcessingError(
        .malformed, subject: "processor name '\(name)'",
        reason: "use letters, digits, '-', '_' and '.'; 'none' is reserved")
    }
    guard entries[name] == nil else {
      throw ProcessingError(.nameTaken, subject: name, reason: "a processor is already registered under this name")
    }
    entries[name] = Entry(summary: summary, options: options, make: make)
  }

  /// Makes the processor described by `name` or `name:option=value,option=value`.
  ///
  /// - Throws: ``ProcessingError`` if the processor cannot be made, or if the name, an option or a value is
  ///   unknown; the hint lists the known ones.
  public func make(_ description: String) throws(ProcessingError) -> any FrameProcessor {
    try make(ProcessorDescription(description))
  }

  /// Makes the processors of a list such as `faces,focus-peaking:threshold=80,color=red,grayscale`.
  ///
  /// An element with `=` but without a processor's name adds an option to the preceding processor. The list `none`
  /// is empty.
  ///
  /// - Throws: ``ProcessingError`` like ``make(_:)``.
  public func makeAll(_ list: String) throws(ProcessingError) -> [any FrameProcessor] {
    var processors: [any FrameProcessor] = []
    for description in try ProcessorDescription.list(list) { processors.append(try make(description)) }
    return processors
  }

  /// Checks a list without making the processors, which can take time.
  ///
  /// - Throws: ``ProcessingError`` like ``makeAll(_:)``, except for failures to make a processor.
  public func check(_ list: String) throws(ProcessingError) {
    for description in try ProcessorDescription.list(list) { _ = try entry(for: description) }
  }

  private func entry(
    for description: ProcessorDescription
  ) throws(ProcessingError) -> (make: Factory, options: ProcessorOptions) {
    let name = description.name
    guard let entry = entries[name] else {
      throw ProcessingError(.unknownProcessor, subject: name, reason: "no such processor", known: names)
    }
    return (entry.make, try ProcessorOptions(description, declared: entry.options))
  }

  private func make(_ description: ProcessorDescription) throws(ProcessingError) -> any FrameProcessor {
    let (make, options) = try entry(for: description)
    do {
      return try make(options)
    } catch {
      throw ProcessingError(.notMade, subject: description.name, error)
    }
  }
}
