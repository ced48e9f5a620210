import ArgumentParser
import Codes
import Metadata

/// The command line.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan-qr",
    abstract: "Read QR codes and barcodes from pictures.",
    usage: "scan-qr [options] FILE…",
    discussion: """
      Prints a line a code, with the file's name in front where there are several inputs. Pictures are JPEG, PNG \
      and PNM (PBM, PGM, PPM); the content tells, not the name.

      Exit status: 0 something was found and no input failed; 1 an input failed, the others were scanned; 2 wrong \
      usage; 4 nothing was found; 130 interrupted, after printing what was found.
      """,
    version: Version.text)

  @Argument(
    help: ArgumentHelp("Pictures to read; - is standard input.", valueName: "FILE"), completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Inputs") var inputs: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Scanning") var scanning: ScanningOptions

  /// Which pictures are read.
  struct InputOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Read all pictures below directories; other files there are passed over.")
    var recursive = false

    @Option(
      help: ArgumentHelp(
        "Read the names of pictures from LIST, one a line; - is standard input.", valueName: "LIST"),
      completion: .file())
    var filesFrom: String?

    @Option(
      name: .customLong("files-from0"),
      help: ArgumentHelp("The same, each name ended by a NUL, as find -print0 writes them.", valueName: "LIST"),
      completion: .file())
    var filesFrom0: String?

    @Option(help: ArgumentHelp("Refuse pictures with more pixels than N million.", valueName: "N"))
    var maxMegapixels: Int = 256
  }

  /// What is printed.
  struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON object a line, with corners and bounds in pixels of the upright picture.")
    var json = false

    @Flag(help: "Print payloads only, byte for byte.")
    var raw = false

    @Flag(name: [.customShort("0"), .customLong("null")], help: "End each record with NUL instead of a newline.")
    var null = false

    @Option(
      help: ArgumentHelp(
        "Write the picture with the codes outlined as PNG; OUT is a folder where there are several inputs.",
        valueName: "OUT"), completion: .file())
    var annotate: String?

    @Flag(name: .shortAndLong, help: "No progress, and no messages about inputs that fail.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say on standard error what each input is and how long it took.")
    var verbose = false
  }

  /// How codes are looked for.
  struct ScanningOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "What to look for: a list of \(TypeList.readableNames.joined(separator: ", ")), or all. (default: qr)",
        valueName: "TYPES"),
      completion: .list(TypeList.readableNames + ["all"]), transform: TypeList.parse)
    var types: Set<MetadataObjectType> = [.qr]

    @Flag(
      name: [.customShort("1"), .customLong("one")], help: "Stop at the first code, in the order of the inputs.")
    var one = false

    @Option(
      name: [.customShort("j", allowingJoined: true), .long],
      help: ArgumentHelp("Scan N pictures at once; 0 is one per core.", valueName: "N"))
    var jobs: Int = 0
  }

  func validate() throws {
    if files.isEmpty, inputs.filesFrom == nil, inputs.filesFrom0 == nil {
      throw ValidationError("Nothing to read: name a picture, or - for standard input.")
    }
    if inputs.filesFrom != nil, inputs.filesFrom0 != nil {
      throw ValidationError("--files-from and --files-from0 exclude each other.")
    }
    if output.json, output.raw { throw ValidationError("--json and --raw exclude each other.") }
    if output.quiet, output.verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    if scanning.jobs < 0 { throw ValidationError("--jobs must not be negative.") }
    if !(1...1_000_000).contains(inputs.maxMegapixels) {
      throw ValidationError("--max-megapixels must lie between 1 and 1000000.")
    }
    let readers = (files + [inputs.filesFrom, inputs.filesFrom0].compactMap(\.self)).count { $0 == "-" }
    if readers > 1 { throw ValidationError("Standard input can be read once only.") }
  }
}
