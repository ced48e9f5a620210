import ArgumentParser
import OpenCaptureCodes
import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCapturePages

/// The command line.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan-qr",
    abstract: "Read QR codes and barcodes from pictures, movies and cameras.",
    usage: """
      scan-qr [options] FILE…
      scan-qr --stream [options] < REQUESTS
      """,
    discussion: """
      Prints a line a code, with the file's name in front where there are several inputs. Pictures are JPEG, PNG \
      and PNM (PBM, PGM, PPM); with FFmpeg's libraries also WebP, ICO, BMP and more, and movies; with libtiff TIFF, \
      with libheif HEIC and AVIF, with Poppler PDF. The content tells, not the name.

      Of a document with several pages, lines tell the page: PDF, TIFF, ICO, HEIC and AVIF have pages. Animations (GIF, \
      animated PNG and WebP) are movies.

      In a movie or before a camera, a code gets a line when it appears, and again only after it was out of sight for \
      a while; with the time where it is a movie.

      With --stream, every request gets exactly one line, with its id and a status: ok (also where nothing was found), \
      damaged (some of it was scanned), failed or timeout. Movies and documents of several pages give lines with \
      "partial":true before.

      Exit status: 0 something was found and no input failed; 1 an input failed, the others were scanned; 2 wrong \
      usage; 4 nothing was found; 130 interrupted, after printing what was found. With --stream, 0 at the end of the \
      requests whatever became of them, 1 where they can't be read or answered.
      """,
    version: version)

  private static var version: String {
    let engines = CodeScanner.defaultEngines.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    return "scan-qr \(Version.number) (OpenCapture; \(engines))"
  }

  @Argument(
    help: ArgumentHelp(
      "Pictures, documents and movies to read; - is standard input; names that begin with a dash go behind --.",
      valueName: "FILE"), completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Inputs") var inputs: InputOptions
  @OptionGroup(title: "Many inputs") var many: StreamOptions
  @OptionGroup(title: "Camera") var camera: CameraOptions
  @OptionGroup(title: "Camera") var live: LiveOptions
  @OptionGroup(title: "Publishing") var publishing: PublishOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Scanning") var scanning: ScanningOptions
  @OptionGroup var sandbox: SandboxOptions

  /// How a camera is scanned.
  struct LiveOptions: ParsableArguments {
    @Option(help: ArgumentHelp("End after this many seconds; default when interrupted.", valueName: "SECONDS"))
    var timeout: Double?

    @Option(
      help: ArgumentHelp(
        "In cameras and movies, print a code again after it was out of sight for this long.", valueName: "SECONDS"))
    var rearm: Double = 2

    /// What tells when codes appear.
    var appearances: CodeAppearances {
      CodeAppearances(rearmTime: MediaTime(seconds: rearm, preferredTimescale: 1000))
    }

    func validate() throws {
      if let timeout, !(timeout > 0 && timeout < 1e9) { throw ValidationError("--timeout must be above 0.") }
      if !(rearm >= 0 && rearm < 1e6) { throw ValidationError("--rearm must not be negative.") }
    }
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
        "Write the picture with the codes outlined, as OUT.png or OUT.jpg; in a folder OUT where there are several inputs.",
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
        "What to look for: a list of \(CodeScanner.readableNames().joined(separator: ", ")), or all. (default: qr)",
        valueName: "TYPES"),
      completion: .list(CodeScanner.readableNames() + ["all"]), transform: TypeList.parse)
    var types: Set<MetadataObjectType> = [.qr]

    @Option(
      help: ArgumentHelp(
        "How much a scan may cost; default balanced, for each frame of a movie or camera fast.", valueName: "EFFORT"
      ))
    var effort: ScanEffort?

    @Option(
      help: ArgumentHelp(
        "Which engines read: a list of \(EngineList.names.joined(separator: ", ")). (default: all)",
        valueName: "ENGINES"),
      completion: .list(EngineList.names), transform: EngineList.init)
    var engines = EngineList.all

    @Option(
      help: ArgumentHelp(
        "Decode text whose code declares no encoding from this one, such as big5 or windows-1251. (default: detected)",
        valueName: "NAME"),
      transform: { name in
        guard let encoding = TextEncoding(name: name) else {
          throw ValidationError("'\(name)' is no encoding that this system knows; iconv --list prints all.")
        }
        return encoding
      })
    var encoding: TextEncoding?

    @Option(
      help: ArgumentHelp(
        "Draw pages of PDF with N pixels an inch. (default: 200, and 400 where nothing is found)", valueName: "N"))
    var dpi: Int?

    @Option(help: ArgumentHelp("Read Code 39 as plain or full-ascii.", valueName: "READING"))
    var code39 = Code39Reading.plain

    func validate() throws {
      if let dpi, !PicturePages.pixelsPerInchRange.contains(Double(dpi)) {
        throw ValidationError("--dpi must be from 18 to 2400.")
      }
    }

    @Flag(help: "Say on standard error what each pass over the pictures took and found.")
    var stats = false

    @Flag(
      name: [.customShort("1"), .customLong("one")], help: "Stop at the first code, in the order of the inputs.")
    var one = false

    @Option(
      name: [.customShort("j", allowingJoined: true), .long],
      help: ArgumentHelp("Scan N inputs at once; 0 is one per core.", valueName: "N"))
    var jobs: Int = 0
  }

  func check() throws {
    if many.stream {
      try checkStream()
    } else if camera.camera == nil {
      try inputs.validate(files: files)
    } else if !files.isEmpty || inputs.areSeveral(files: []) {
      throw ValidationError("--camera and files exclude each other.")
    } else if many.deadline != nil || many.shard != .all {
      throw ValidationError("--deadline and --shard are for files and --stream, not for --camera.")
    } else if output.annotate != nil {
      throw ValidationError("--annotate is for pictures; viewfinder --camera shows codes live.")
    }
    if publishing.publish != nil, camera.camera == nil { throw ValidationError("--publish is for --camera.") }
    if let name = output.annotate, name == "-" {
      throw ValidationError("--annotate can't write to standard output, which is for the texts: name a file.")
    } else if let name = output.annotate, !inputs.areIntoFolder(files: files, output: name),
      !Annotation.isWritten(name)
    {
      throw ValidationError("'\(name)' says no format that is written: end it in .png or .jpg.")
    }
    try checkOutput()
    do { _ = try scanning.scanner(for: .balanced) } catch { throw ValidationError("\(error)") }
    if scanning.jobs < 0 { throw ValidationError("--jobs must not be negative.") }
  }

  /// Requests name what is read, and answers have one form.
  private func checkStream() throws {
    if !files.isEmpty || inputs.areSeveral(files: []) || camera.camera != nil {
      throw ValidationError("--stream takes requests from standard input, and no files or cameras beside them.")
    }
    let excluded = [
      ("--raw", output.raw), ("--null", output.null), ("--annotate", output.annotate != nil),
      ("--one", scanning.one),
    ]
    if let (name, _) = excluded.first(where: \.1) {
      throw ValidationError("--stream and \(name) exclude each other.")
    }
    try inputs.validateLimits()
  }

  private func checkOutput() throws {
    if output.json, output.raw { throw ValidationError("--json and --raw exclude each other.") }
    if output.quiet, output.verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}
