package import ArgumentParser
package import OpenCapturePictures

/// Which pictures a command reads.
package struct InputOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Read all pictures below directories, and what is called like a movie; other files are passed over.")
  package var recursive = false

  @Option(
    help: ArgumentHelp(
      "Read the names of pictures from LIST, one a line; - is standard input.", valueName: "LIST"),
    completion: .file())
  package var filesFrom: String?

  @Option(
    name: .customLong("files-from0"),
    help: ArgumentHelp("The same, each name ended by a NUL, as find -print0 writes them.", valueName: "LIST"),
    completion: .file())
  package var filesFrom0: String?

  @Option(
    help: ArgumentHelp(
      "Refuse pictures with more pixels than N million; default what 1 GB of memory is enough for.", valueName: "N"
    ))
  package var maxMegapixels: Int?

  @Option(
    help: ArgumentHelp(
      "Take at most N million bytes of memory for the inputs at hand; default 1000.", valueName: "N"))
  package var maxMemory: Int?

  @Option(
    help: ArgumentHelp("Refuse pictures and documents of more than N million bytes; default 536.", valueName: "N"))
  package var maxSize: Int?

  @Option(help: ArgumentHelp("Refuse documents with more pages than N; default 10000.", valueName: "N"))
  package var maxPages: Int?

  package init() {}

  /// How large a picture may be, for a command that takes so much memory for each pixel.
  ///
  /// - Parameter bytesPerPixel: All copies of the picture that there are at once, in bytes a pixel.
  package func limits(bytesPerPixel: Int) -> PictureLimits {
    var limits = pictureLimits(bytesPerPixel: bytesPerPixel)
    limits.maximumPageCount = maxPages ?? limits.maximumPageCount
    limits.maximumByteCount = maxSize.map { $0 * 1_000_000 } ?? limits.maximumByteCount
    limits.remedyForPages = "raise the limit with --max-pages"
    if maxMemory != nil { limits.remedy = "make it smaller, or raise the limit with --max-memory" }
    return limits
  }

  private func pictureLimits(bytesPerPixel: Int) -> PictureLimits {
    let memory = maxMemory.map { $0 * 1_000_000 }
    guard let maxMegapixels else {
      return .forCommands(bytesPerPixel: bytesPerPixel, memory: memory ?? PictureLimits.commandMemory)
    }
    let pixels = maxMegapixels * 1_000_000
    return PictureLimits(
      maximumPixelCount: pixels,
      maximumMemory: memory ?? PictureLimits().maximumByteCount + pixels
        * max(bytesPerPixel, PictureLimits.mostBytesPerPixel),
      workingBytesPerPixel: bytesPerPixel, remedy: Self.remedy)
  }

  /// What can be done about a picture that is too large.
  package static let remedy = "make it smaller, or raise the limit with --max-megapixels"

  /// Checks the options against the inputs that are named beside them.
  package func validate(files: [String]) throws {
    if files.isEmpty, filesFrom == nil, filesFrom0 == nil {
      throw ValidationError("Nothing to read: name a picture, or - for standard input.")
    }
    try validateLimits()
    if filesFrom != nil, filesFrom0 != nil {
      throw ValidationError("--files-from and --files-from0 exclude each other.")
    }
    let readers = (files + [filesFrom, filesFrom0].compactMap(\.self)).count { $0 == "-" }
    if readers > 1 { throw ValidationError("Standard input can be read once only.") }
  }

  /// Checks the limits by themselves.
  package func validateLimits() throws {
    for (name, value) in [
      ("megapixels", maxMegapixels), ("memory", maxMemory), ("size", maxSize), ("pages", maxPages),
    ] {
      guard let value, !(1...1_000_000).contains(value) else { continue }
      throw ValidationError("--max-\(name) must lie between 1 and 1000000.")
    }
  }

  /// The inputs, those that are named first.
  ///
  /// - Parameters:
  ///   - files: Those that are named.
  ///   - command: What advice calls the command.
  /// - Throws: ``CommandError`` where a list can't be opened.
  package func queue(files: [String], of command: String) throws -> InputQueue {
    try InputQueue(
      InputPath.fromArguments(files), list: list, walksDirectories: recursive, command: command)
  }

  /// Whether results are put into a folder: there can be more than one, or its name says so.
  ///
  /// - Parameters:
  ///   - files: The inputs that are named.
  ///   - output: What results are called, where they are written.
  package func areIntoFolder(files: [String], output: String?) -> Bool {
    areSeveral(files: files) || output?.hasSuffix("/") == true
  }

  /// Whether there can be more than one input.
  package func areSeveral(files: [String]) -> Bool { files.count > 1 || list != nil || recursive }

  private var list: (path: InputPath, isNullSeparated: Bool)? {
    if let filesFrom { return (InputPath(argument: filesFrom), false) }
    return filesFrom0.map { (InputPath(argument: $0), true) }
  }
}
