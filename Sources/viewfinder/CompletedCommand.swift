import ArgumentParser
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// The command line as shells complete it: `run` can be left out, so what it takes is offered without it, too.
///
/// ArgumentParser completes a command either by its arguments or by its subcommands; so these are offered as arguments.
struct CompletedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ViewfinderCommand.configuration.commandName,
    abstract: ViewfinderCommand.configuration.abstract, version: ViewfinderCommand.configuration.version,
    subcommands: ViewfinderCommand.configuration.subcommands)

  @OptionGroup var inputs: InputOptions
  @OptionGroup var camera: CameraOptions
  @OptionGroup var live: LiveOptions
  @OptionGroup var processing: RunCommand.ProcessingOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var window: WindowOptions
  @OptionGroup var publishing: PublishOptions
  @OptionGroup var output: RunCommand.OutputOptions
  @OptionGroup var sandbox: SandboxOptions

  @Argument(completion: .custom { _, _, word in Self.words(beginningWith: word) })
  var words: [String] = []

  /// Subcommands and files whose names begin so.
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
