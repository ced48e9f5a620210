import ArgumentParser
import Fixtures
import Foundation
import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@testable import OpenCaptureScanQR
@testable import OpenCaptureViewfinder

/// Tests that parse and run the examples in the commands' help.
@Suite("Examples in help")
struct HelpExampleTests {
  /// A command and the arguments that print its help.
  private struct Help {
    let program: String
    let arguments: [String]
    let command: any DocumentedCommand.Type
  }

  private static let helps: [Help] = {
    var helps = [
      Help(program: "scan-qr", arguments: ["--help"], command: ScanCommand.self),
      Help(program: "viewfinder", arguments: ["--help"], command: ViewfinderCommand.self),
    ]
    for subcommand in ViewfinderCommand.configuration.subcommands {
      guard let command = subcommand as? any DocumentedCommand.Type else { continue }
      let name = command.configuration.commandName ?? ""
      helps.append(Help(program: "viewfinder", arguments: [name, "--help"], command: command))
    }
    return helps
  }()

  private static let lines: [ShellLine] = helps.flatMap { help in
    help.command.examples.flatMap { ShellLine.all(in: $0.line) }
  }

  @Test("The help of each command ends with two to five examples, and with references")
  func endings() throws {
    #expect(Self.helps.count == 10)
    for help in Self.helps {
      let outcome = try Command(built: help.program).run(help.arguments, environment: ["COLUMNS": "80"])
      #expect(outcome.status == 0 && (2...5).contains(help.command.examples.count), "\(help.arguments)")
      #expect(outcome.text.hasSuffix("\n\n\(help.command.helpEnding)\n"), "\(outcome.text)")
      // A longer line would be wrapped.
      #expect(help.command.helpEnding.split(separator: "\n").allSatisfy { $0.count < 80 }, "\(help.arguments)")
      for example in help.command.examples {
        #expect(example.effect.hasSuffix("."))
        #expect(ShellLine.all(in: example.line).count == 1, "\(example.line)")
      }
    }
  }

  @Test("References lead to manual pages of the commands, and to guides")
  func references() {
    let names = Self.helps.map { help in ([help.program] + help.arguments.dropLast()).joined(separator: "-") }
    for reference in Self.helps.flatMap({ $0.command.references }) {
      if reference.hasSuffix("(1)") {
        #expect(names.contains(String(reference.dropLast(3))), "\(reference)")
      } else {
        let guide = Documents.package.appending(path: reference)
        #expect(FileManager.default.fileExists(atPath: guide.path), "\(reference)")
      }
    }
  }

  @Test("Each example is a valid command line", arguments: lines)
  func valid(line: ShellLine) throws { _ = try line.command() }

  @Test(
    "Each example that needs no display, network or broker works with files and synthetic devices",
    arguments: lines)
  func works(line: ShellLine) throws {
    guard let rehearsal = try rehearsal(of: line) else { return }
    try TemporaryFolder.with { folder in
      for input in rehearsal.inputs { try write(input, in: folder) }
      let outcome = try Command(built: line.name).run(rehearsal.arguments, in: folder.url)
      // The doctor reports what this system lacks.
      let statuses: Set<Int32> = line.arguments == ["doctor"] ? [0, 1] : [0]
      #expect(statuses.contains(outcome.status), "\(rehearsal.arguments): \(outcome.errors)")
      #expect(!outcome.output.isEmpty || folder.contents.count > rehearsal.inputs.count)
    }
  }

  /// Arguments that need no hardware and end soon, and their inputs.
  private struct Rehearsal {
    var arguments: [String]
    var inputs: [String] = []
  }

  /// Returns the rehearsal of an example; nil if it needs a window, the network or a camera that encodes.
  private func rehearsal(of line: ShellLine) throws -> Rehearsal? {
    // A shell would expand the pattern.
    let arguments = line.arguments.flatMap { $0 == "*.jpg" ? ["one.jpg", "two.jpg"] : [$0] }
    let devices = arguments.map { $0 == "default" ? "synthetic" : $0 }
    let camera = ["--camera", "synthetic", "--preset", "low"]
    switch try ShellLine(name: line.name, arguments: arguments).command() {
    case let scan as ScanCommand: return Rehearsal(arguments: devices, inputs: scan.files)
    case let run as RunCommand: return run.isShown ? nil : Rehearsal(arguments: devices, inputs: run.files)
    case let photo as PhotoCommand:
      let several = photo.photo.interval == nil ? [] : ["--count", "2", "--interval", "0.1"]
      return Rehearsal(arguments: devices + camera + several)
    case let record as RecordCommand where record.recording.codec == .copy: return nil
    case let record as RecordCommand:
      let isMovie = RecordKind(path: record.name) == .movie
      return Rehearsal(
        arguments: devices + ["--microphone", "synthetic", "--duration", "0.5"] + (isMovie ? camera : []))
    case is ServeCommand: return nil
    default: return Rehearsal(arguments: devices)
    }
  }

  /// Writes an input with a code: a movie, a picture, or a folder with a picture.
  private func write(_ name: String, in folder: TemporaryFolder) throws {
    let picture = try #require(QRSymbol("example")).picture(pixelsPerModule: 8)
    guard name.hasSuffix(".mp4") else {
      folder.file(name.contains(".") ? name : "\(name)/a.pgm", PNM.bytes(picture))
      return
    }
    func sample(_ frame: Int64) -> SampleBuffer {
      let time = MediaTime(value: frame, timescale: 10)
      return SampleBuffer(pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: time))
    }
    let writer = try MovieWriter(folder.path(name), for: sample(0))
    for frame in 0..<5 { try writer.append(sample(Int64(frame))) }
    try writer.finish()
  }
}
