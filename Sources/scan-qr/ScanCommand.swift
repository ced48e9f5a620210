import ArgumentParser
import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCapturePages

/// The command line of `scan-qr`.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan-qr",
    abstract: "Read QR codes and barcodes in pictures, movies and cameras.",
    usage: """
      scan-qr [options] FILE…
      scan-qr --stream [options] < REQUESTS
      """,
    discussion: """
      Print one line per code, after the file's name for several inputs. Supported pictures: JPEG, PNG \
      and PNM (PBM, PGM, PPM). FFmpeg's libraries add movies, WebP, ICO, BMP and more; libtiff adds TIFF, libheif \
      adds HEIC and AVIF, and Poppler adds PDF. The type is detected from the content, not from the name.

      For a document with several pages (PDF, TIFF, ICO, HEIC, AVIF), lines contain the page number. Animations \
      (GIF, animated PNG and WebP) are movies.

      In movies and cameras, a code is printed when it appears, and again if it reappears after a while. For \
      movies, lines contain the time.

      With --stream, each request gets exactly one final line with its id and a status: ok (even if no code was \
      found), damaged (partly scanned), failed or timeout. Before it, movies and documents of several pages can \
      get lines with "partial":true.

      Exit status: 0 codes found, no input failed; 1 an input failed, the others were scanned; 2 wrong usage; 4 \
      no code found; 130 interrupted, codes found so far are printed. With --stream: 0 all requests answered, \
      even if inputs failed; 1 requests cannot be read or answers cannot be written.

      \(helpEnding)
      """,
    version: version)

  static let examples = [
    CommandExample("Print the codes in a picture.", "scan-qr photo.jpg"),
    CommandExample("Copy a folder's pictures with outlined codes.", "scan-qr -r Pictures --annotate marked"),
    CommandExample(
      "Scan a large folder, and continue after an interruption.",
      "scan-qr -r Pictures --json --all --resume found.jsonl >> found.jsonl"),
    CommandExample("Print the codes in a movie with their times.", "scan-qr talk.mp4"),
    CommandExample("Wait for one code in front of the default camera.", "scan-qr --camera default --one"),
  ]
  static let references = ["viewfinder(1)", "viewfinder-cameras(1)", "Documentation/scan-qr.md"]

  private static var version: String {
    let engines = CodeScanner.defaultEngines.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    return "scan-qr \(Version.number) (OpenCapture; \(engines))"
  }

  @Argument(
    help: ArgumentHelp(
      "Read these pictures, documents and movies; - is standard input. Put names that begin with a dash after --.",
      valueName: "FILE"), completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Inputs") var inputs: InputOptions
  @OptionGroup(title: "Many inputs") var many: StreamOptions
  @OptionGroup(title: "Camera") var camera: CameraOptions
  @OptionGroup(title: "Camera") var size: CameraSizeOption
  @OptionGroup(title: "Camera") var format: CameraFormatOptions
  @OptionGroup(title: "Camera") var live: LiveOptions
  @OptionGroup(title: "Publishing") var publishing: PublishOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions
  @OptionGroup(title: "Scanning") var scanning: ScanningOptions
  @OptionGroup var isolation: IsolationOptions
  @OptionGroup var sandbox: SandboxOptions

  /// The options for a live scan.
  struct LiveOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Stop after this many seconds (default: on Control-C).", valueName: "SECONDS"))
    var timeout: Double?

    @Option(
      help: ArgumentHelp(
        "Print a code again after it was out of view for this many seconds, in cameras and movies.",
        valueName: "SECONDS"))
    var rearm: Double = 2

    /// The filter that detects new codes.
    var appearances: CodeAppearances {
      CodeAppearances(rearmTime: MediaTime(seconds: rearm, preferredTimescale: 1000))
    }

    func validate() throws {
      if let timeout, !(timeout > 0 && timeout < 1e9) {
        throw ValidationError("--timeout must be greater than 0.")
      }
      if !(rearm >= 0 && rearm < 1e6) { throw ValidationError("--rearm must not be negative.") }
    }
  }

  /// The options for the output.
  struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON object per line, with corners and bounds in pixels of the upright picture.")
    var json = false

    @Flag(
      help: """
        With --json, also print one line per input with its status and number of codes, and a summary at the end.
        """)
    var all = false

    @Option(
      help: ArgumentHelp(
        "Skip inputs that have a status in FILE, the output of an earlier run with --json --all; append with >> FILE.",
        valueName: "FILE"), completion: .file())
    var resume: String?

    @Flag(help: "Print only the payloads, unchanged.")
    var raw = false

    @Flag(name: [.customShort("0"), .customLong("null")], help: "End each record with NUL instead of a newline.")
    var null = false

    @Option(
      help: ArgumentHelp(
        "Write pictures with outlined codes, to OUT.png or OUT.jpg, or to the folder OUT for several inputs.",
        valueName: "OUT"), completion: .file())
    var annotate: String?

    @Flag(help: "Overwrite existing pictures.")
    var force = false
  }

  /// The options for the search.
  struct ScanningOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        """
        Search for these types: \(CodeScanner.readableNames().joined(separator: ", ")), or all (default: qr, and with \
        less effort all others whose check characters prevent false reads).
        """,
        valueName: "TYPES"),
      completion: .list(CodeScanner.readableNames() + ["all"]), transform: TypeList.parse)
    var types: Set<MetadataObjectType>?

    @Option(
      help: ArgumentHelp(
        "Choose between speed and thoroughness (default: balanced, or fast for frames of movies and cameras).",
        valueName: "EFFORT"
      ))
    var effort: ScanEffort?

    @Option(
      help: ArgumentHelp(
        "Read codes with these engines: \(EngineList.names.joined(separator: ", ")) (default: all).",
        valueName: "ENGINES"),
      completion: .list(EngineList.names), transform: EngineList.init)
    var engines = EngineList.all

    @Option(
      help: ArgumentHelp(
        "Decode text without a declared encoding from this one, such as big5 or windows-1251 (default: detected).",
        valueName: "NAME"),
      transform: { name in
        guard let encoding = TextEncoding(name: name) else {
          throw ValidationError("Unknown encoding '\(name)'. Run iconv --list to list all.")
        }
        return encoding
      })
    var encoding: TextEncoding?

    @Option(
      help: ArgumentHelp(
        "Draw PDF pages at N pixels per inch (default: 200, then 400 if no code is found).", valueName: "N"))
    var dpi: Int?

    @Option(help: ArgumentHelp("Read Code 39 as plain or full ASCII.", valueName: "READING"))
    var code39 = Code39Interpretation.plain

    func validate() throws {
      if let dpi, !PicturePages.pixelsPerInchRange.contains(Double(dpi)) {
        throw ValidationError("--dpi must be between 18 and 2400.")
      }
    }

    @Flag(help: "Print the time and results of each scanning pass on standard error.")
    var stats = false

    @Flag(
      name: [.customShort("1"), .customLong("one")], help: "Stop at the first code, in the order of the inputs.")
    var one = false

    @Option(
      name: [.customShort("j", allowingJoined: true), .long],
      help: ArgumentHelp("Scan N inputs at once; 0 means one per core.", valueName: "N"))
    var jobs: Int = 0
  }

  func check() throws {
    try inputs.validate(files: files, isStream: many.stream, camera: camera.camera)
    try many.check(
      excluding: [
        "--raw": output.raw, "--null": output.null, "--annotate": output.annotate != nil, "--one": scanning.one,
        "--all": output.all, "--resume": output.resume != nil,
      ])
    if camera.camera != nil, many.deadline != nil || many.shard != .all {
      throw ValidationError("--deadline and --shard cannot be combined with --camera.")
    } else if camera.camera != nil, output.annotate != nil {
      throw ValidationError(
        "--annotate cannot be combined with --camera; use viewfinder --camera to show codes live.")
    }
    if publishing.publish != nil, camera.camera == nil { throw ValidationError("--publish needs --camera.") }
    if let name = output.annotate, name == "-" {
      throw ValidationError("--annotate cannot write to standard output, which is used for the codes. Name a file.")
    } else if let name = output.annotate, !inputs.writesToFolder(files: files, output: name),
      !Annotation.isWritten(name)
    {
      throw ValidationError("Unknown output format: \(name) (use .png or .jpg).")
    } else if let name = output.annotate, inputs.writesToFolder(files: files, output: name) {
      try inputs.checkFolder(name)
    }
    if output.all, !output.json { throw ValidationError("--all needs --json.") }
    if camera.camera != nil, output.all || output.resume != nil {
      throw ValidationError("--all and --resume cannot be combined with --camera.")
    }
    if output.json, output.raw { throw ValidationError("--json and --raw cannot be combined.") }
    do { _ = try scanning.scanner(for: .balanced) } catch { throw ValidationError("\(error)") }
    if isolation.isolation == .process, scanning.stats {
      throw ValidationError("--stats needs --isolation none, because the passes run in this process.")
    }
    if scanning.jobs < 0 { throw ValidationError("--jobs must not be negative.") }
  }
}
