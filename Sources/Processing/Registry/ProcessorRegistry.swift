/// The processors that can be asked for by name, with options: `focus-peaking:threshold=80,color=red`.
///
///     var registry = ProcessorRegistry.builtIn
///     try registry.register("stamp", options: [ProcessorOption("text", .text, "what to write")]) { options in
///       Stamp(text: options.text("text") ?? "")
///     }
///     let processors = try registry.makeAll("grayscale,stamp:text=hello")
///
/// A value that is passed along: there is no global one, and registering in a copy changes nothing elsewhere.
public struct ProcessorRegistry: Sendable {
  /// Makes a processor from options that were checked against those declared.
  public typealias Factory = @Sendable (ProcessorOptions) throws -> any FrameProcessor

  private struct Entry: Sendable {
    var options: [ProcessorOption]
    var make: Factory
  }

  private var entries: [String: Entry] = [:]

  /// Makes a registry that knows no processor.
  public init() {}

  /// The names, in alphabetical order.
  public var names: [String] { entries.keys.sorted() }

  /// The options of a processor, in the order of their declaration; nil where there is none of this name.
  public func options(of name: String) -> [ProcessorOption]? { entries[name]?.options }

  /// Offers a processor under a name.
  ///
  /// - Parameters:
  ///   - name: Letters, digits, `-`, `_` and `.`; not `none`.
  ///   - options: What can be said after the name; default nothing.
  ///   - make: Makes one; called anew each time that it is asked for.
  /// - Throws: ``ProcessingError`` where the name can't be one, or is taken.
  public mutating func register(
    _ name: String, options: [ProcessorOption] = [], make: @escaping Factory
  ) throws(ProcessingError) {
    let isName =
      !name.isEmpty && name != ProcessorDescription.emptyList
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    guard isName else {
      throw ProcessingError(
        .malformed, subject: "processor name '\(name)'",
        reason: "it must be letters, digits, '-', '_' and '.', and not none")
    }
    guard entries[name] == nil else {
      throw ProcessingError(.nameTaken, subject: name, reason: "a processor is registered under this name already")
    }
    entries[name] = Entry(options: options, make: make)
  }

  /// Makes the processor that is described as `name` or `name:option=value,option=value`.
  ///
  /// - Throws: ``ProcessingError`` where the name, an option or a value is none that is known (it lists those that are),
  ///   or the processor can't be made.
  public func make(_ description: String) throws(ProcessingError) -> any FrameProcessor {
    try make(ProcessorDescription(description))
  }

  /// Makes the processors of a list such as `faces,focus-peaking:threshold=80,color=red,grayscale`.
  ///
  /// What has a `=` and no name before it goes on with the options of the processor before it. The list `none` is one
  /// without any.
  ///
  /// - Throws: ``ProcessingError``, as ``make(_:)``.
  public func makeAll(_ list: String) throws(ProcessingError) -> [any FrameProcessor] {
    var processors: [any FrameProcessor] = []
    for description in try ProcessorDescription.list(list) { processors.append(try make(description)) }
    return processors
  }

  /// Checks a list without making anything, which can take time.
  ///
  /// - Throws: ``ProcessingError``, as ``makeAll(_:)``, but for what can't be made.
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
