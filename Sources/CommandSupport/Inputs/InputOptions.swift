package import ArgumentParser
import OpenCaptureFiles
import OpenCaptureMovies
package import OpenCapturePictures

/// The options that choose a command's inputs.
package struct InputOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Read folders and their subfolders: all pictures, and files with a movie's extension; skip other files.")
  package var recursive = false

  @Option(
    help: ArgumentHelp(
      "Read input file names from LIST, one per line; - is standard input.", valueName: "LIST"),
    completion: .file())
  package var filesFrom: String?

  @Option(
    name: .customLong("files-from0"),
    help: ArgumentHelp("Read input file names separated by NUL, as written by find -print0.", valueName: "LIST"),
    completion: .file())
  package var filesFrom0: String?

  @Option(
    help: ArgumentHelp(
      "Reject pictures of more than N million pixels (default: as many as fit in 1 GB).", valueName: "N"))
  package var maxMegapixels: Int?

  @Option(
    help: ArgumentHelp(
      "Use at most N million bytes of memory for inputs (default: 1000).", valueName: "N"))
  package var maxMemory: Int?

  @Option(
    help: ArgumentHelp(
      "Reject pictures and documents of more than N million bytes (default: 536).", valueName: "N"))
  package var maxSize: Int?

  @Option(help: ArgumentHelp("Reject documents of more than N pages (default: 10000).", valueName: "N"))
  package var maxPages: Int?

  package init() {}

  /// Returns the size limits of pictures.
  ///
  /// - Parameter bytesPerPixel: The memory for all concurrent copies of a picture, in bytes per pixel.
  package func limits(bytesPerPixel: Int) -> PictureLimits {
    var limits = pictureLimits(bytesPerPixel: bytesPerPixel)
    limits.maximumPageCount = maxPages ?? limits.maximumPageCount
    limits.maximumByteCount = maxSize.map { $0 * 1_000_000 } ?? limits.maximumByteCount
    limits.pageLimitHint = "raise the limit with --max-pages"
    if maxMemory != nil { limits.hint = "make it smaller, or raise the limit with --max-memory" }
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
        * max(bytesPerPixel, PictureLimits.maxDecodingBytesPerPixel),
      workingBytesPerPixel: bytesPerPixel, hint: Self.hint)
  }

  /// The hint for a picture that is too large.
  package static let hint = "make it smaller, or raise the limit with --max-megapixels"

  /// Checks the options together with the named inputs.
  ///
  /// - Parameters:
  ///   - files: The named inputs.
  ///   - isStream: Whether inputs are requested on standard input.
  ///   - camera: The name of the camera, which replaces files.
  package func validate(files: [String], isStream: Bool, camera: String?) throws {
    let hasFiles = !files.isEmpty || hasSeveralInputs(files: [])
    if isStream {
      if hasFiles || camera != nil {
        throw ValidationError("--stream cannot be combined with files or --camera.")
      }
      return try validateLimits()
    }
    if camera != nil {
      if hasFiles { throw ValidationError("--camera cannot be combined with files.") }
      return
    }
    if files.isEmpty, filesFrom == nil, filesFrom0 == nil {
      throw ValidationError("No input. Name a picture or a movie, - for standard input, or a camera with --camera.")
    }
    try validateLimits()
    if filesFrom != nil, filesFrom0 != nil {
      throw ValidationError("--files-from and --files-from0 cannot be combined.")
    }
    let readers = (files + [filesFrom, filesFrom0].compactMap(\.self)).count { $0 == "-" }
    if readers > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  /// Checks the limits.
  private func validateLimits() throws {
    for (name, value) in [
      ("megapixels", maxMegapixels), ("memory", maxMemory), ("size", maxSize), ("pages", maxPages),
    ] {
      guard let value, !(1...1_000_000).contains(value) else { continue }
      throw ValidationError("--max-\(name) must be between 1 and 1000000.")
    }
  }

  /// Returns the inputs; the named ones are first.
  ///
  /// - Parameters:
  ///   - files: The named inputs.
  ///   - command: The command's name, for hints.
  /// - Throws: ``CommandError`` if a list cannot be opened.
  package func queue(files: [String], of command: String) throws -> InputQueue {
    try InputQueue(
      InputPath.fromArguments(files), list: list, walksDirectories: recursive, command: command)
  }

  /// Whether results are written to a folder, because there can be several inputs or the name ends in a slash.
  ///
  /// - Parameters:
  ///   - files: The named inputs.
  ///   - output: The name of the output, if any.
  package func writesToFolder(files: [String], output: String?) -> Bool {
    hasSeveralInputs(files: files) || output?.hasSuffix("/") == true
  }

  /// Checks that the folder for several results doesn't have the name of one picture or movie.
  ///
  /// - Throws: A validation error, unless the folder exists or its name ends in a slash.
  package func checkFolder(_ output: String) throws {
    let path = InputPath(argument: output)
    guard !output.hasSuffix("/"), path.ending != nil, OutputFormat(path: path.bytes) != nil,
      FileKind(of: path) != .directory
    else { return }
    throw ValidationError(
      "'\(output)' names one file, but there can be several inputs. Name a folder, such as out/.")
  }

  /// Whether there can be more than one input.
  package func hasSeveralInputs(files: [String]) -> Bool { files.count > 1 || list != nil || recursive }

  private var list: (path: InputPath, isNullSeparated: Bool)? {
    if let filesFrom { return (InputPath(argument: filesFrom), false) }
    return filesFrom0.map { (InputPath(argument: $0), true) }
  }
}

extension PictureLimits {
  /// The default memory limit for a single input, in bytes.
  package static let commandMemory = 1_000_000_000

  /// Returns the default limits of commands.
  ///
  /// - Parameters:
  ///   - bytesPerPixel: The memory for all concurrent copies of a picture, in bytes per pixel.
  ///   - memory: The memory limit for a single input, in bytes.
  package static func forCommands(bytesPerPixel: Int, memory: Int = commandMemory) -> PictureLimits {
    PictureLimits(
      maximumPixelCount: memory / bytesPerPixel, maximumMemory: memory,
      workingBytesPerPixel: bytesPerPixel, hint: InputOptions.hint)
  }

  /// The most memory that decoders take per pixel, in bytes: 18 frames of three components of two bytes.
  static let maxDecodingBytesPerPixel = 108

  /// The additional memory per pixel for a frame that must be converted, in bytes.
  ///
  /// Includes the decoder's tables, the frame in BGRA, an intermediate 16-bit RGB frame, and copies of the luma.
  private static let bytesPerConvertedPixel = 22

  /// Returns the same limits for FFmpeg, which count the memory of its frames.
  ///
  /// - Parameter byteCount: The memory that the file itself takes.
  func movieOptions(holding byteCount: Int) -> MovieReadingOptions {
    var options = MovieReadingOptions(
      maximumPixelCount: maximumPixelCount, maximumMemory: max(1, maximumMemory - byteCount),
      hint: hint)
    options.reservedBytesPerPixel = max(workingBytesPerPixel, Self.bytesPerConvertedPixel)
    options.keepsColors = usesLumaOnly
    return options
  }

  /// Returns the approximate memory to decode a movie and process its frames, in bytes.
  func memory(for movie: MovieInfo) -> Int {
    let pixels = movie.dimensions.width * movie.dimensions.height
    return min(maximumMemory, pixels * (movie.decodingBytesPerPixel + workingBytesPerPixel))
  }
}
