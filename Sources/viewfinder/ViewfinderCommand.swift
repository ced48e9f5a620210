import ArgumentParser
import Glibc
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureIsolation

/// The command line of `viewfinder`.
struct ViewfinderCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "viewfinder",
    abstract: "Find faces and codes in cameras, movies and pictures, take photos, and record.",
    discussion: helpEnding,
    version: "viewfinder \(Version.number) (OpenCapture)",
    subcommands: [
      RunCommand.self, PhotoCommand.self, RecordCommand.self, ServeCommand.self, ProcessorsCommand.self,
      CamerasCommand.self, MicrophonesCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: RunCommand.self)

  static let examples = [
    CommandExample("Show the default camera with faces and codes outlined.", "viewfinder"),
    CommandExample("Outline the faces and codes in a movie.", "viewfinder party.mp4 -o found.mp4"),
    CommandExample("Take a photo.", "viewfinder photo -o photo.jpg"),
    CommandExample("Show the default camera on a web page.", "viewfinder serve"),
    CommandExample("Check cameras and libraries.", "viewfinder doctor"),
  ]
  static let references = ["viewfinder-run(1)", "scan-qr(1)", "Documentation/viewfinder.md"]
}

/// The command line for shell completion, which also offers the arguments of `run`, as `run` may be omitted.
///
/// ArgumentParser completes either arguments or subcommands, so that the subcommands are offered as arguments.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ViewfinderCommand.configuration.commandName,
    abstract: ViewfinderCommand.configuration.abstract, version: ViewfinderCommand.configuration.version,
    subcommands: ViewfinderCommand.configuration.subcommands)

  @OptionGroup var inputs: InputOptions
  @OptionGroup var camera: CameraOptions
  @OptionGroup var live: LiveOptions
  @OptionGroup var saved: SavedSettingsOption
  @OptionGroup var processing: RunCommand.ProcessingOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var window: WindowOptions
  @OptionGroup var publishing: PublishOptions
  @OptionGroup var output: RunCommand.OutputOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var sandbox: SandboxOptions

  @Argument(completion: .custom { _, _, word in Self.words(beginningWith: word) })
  var words: [String] = []

  /// Returns the subcommands and files that begin with a text.
  static func words(beginningWith beginning: String) -> [String] {
    let commands = configuration.subcommands.map { $0._commandName } + ["help"]
    return commands.filter { $0.hasPrefix(beginning) } + files(beginningWith: beginning)
  }

  private static func files(beginningWith beginning: String) -> [String] {
    let folder = beginning.lastIndex(of: "/").map { String(beginning[...$0]) } ?? ""
    return FileSystem.names(in: folder.isEmpty ? "." : folder).sorted()
      .filter { !$0.hasPrefix(".") || beginning.dropFirst(folder.count).hasPrefix(".") }
      .map { folder + $0 }.filter { $0.hasPrefix(beginning) }
  }
}

/// The entry point of the process.
@main
enum Main {
  static func main() {
    exit(
      WorkerProgram.run(CommandWorker<FileService>.self)
        ?? CommandRunner.run(ViewfinderCommand.self, completingWith: CompletionCommand.self, relatedTo: ["scan-qr"])
    )
  }
}

/// The command `viewfinder processors`, which lists processors.
struct ProcessorsCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "processors", abstract: "List the processors and their options.",
    discussion: """
      Use processors with viewfinder run --with. Options follow a colon, separated by commas: \
      scale:width=640,height=480,codes:types=all.

      \(helpEnding)
      """)

  static let examples = [
    CommandExample("List all processors with their options.", "viewfinder processors"),
    CommandExample("Describe one processor.", "viewfinder processors faces"),
    CommandExample("Mark what is in focus.", "viewfinder --with focus-peaking photo.jpg -o peaking.jpg"),
    CommandExample(
      "Reduce a picture and find all types of codes.",
      "viewfinder --with scale:by=0.5,codes:types=all photo.jpg -o found.jpg"),
  ]
  static let references = ["viewfinder-run(1)", "Documentation/processors.md"]

  @Argument(
    help: ArgumentHelp("Describe only this processor.", valueName: "NAME"),
    completion: .list(ProcessorRegistry.standard.names))
  var name: String?

  func validate() throws {
    guard let name, ProcessorRegistry.standard.summary(of: name) == nil else { return }
    throw ValidationError(
      "Unknown processor '\(name)'. Available: \(ProcessorRegistry.standard.names.joined(separator: ", ")).")
  }

  func prepare() -> PreparedCommand { PreparedCommand { [self] _ in try list() } }

  private func list() throws -> Int32 {
    let registry = ProcessorRegistry.standard
    var text = ""
    if name == nil { text = "Use with viewfinder --with, for example --with scale:by=0.5,codes:types=all:\n\n" }
    for name in name.map({ [$0] }) ?? registry.names {
      text += "\(name)  \(registry.summary(of: name) ?? "")\n"
      for option in registry.options(of: name) ?? [] {
        let values = option.kind == .text ? "" : ": \(option.kind.expectation)"
        text += "  \(option.name)=…  \(option.summary)\(values)\n"
      }
    }
    if let name {
      let option = registry.options(of: name)?.first
      text += "\nUse: viewfinder --with \(name)\(option.map { ":\($0.name)=…" } ?? "") FILE\n"
    }
    try StandardStream.output.write(Array(text.utf8))
    return 0
  }
}
