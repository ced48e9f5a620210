import ArgumentParser
import OpenCaptureCommandSupport

/// The command line.
struct ViewfinderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "viewfinder",
    abstract: "Show what processors and detectors make of cameras, movies and pictures, take photos, and record.",
    version: "viewfinder \(Version.number) (OpenCapture)",
    subcommands: [
      RunCommand.self, PhotoCommand.self, RecordCommand.self, ServeCommand.self, ProcessorsCommand.self,
      CamerasCommand.self, MicrophonesCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}
