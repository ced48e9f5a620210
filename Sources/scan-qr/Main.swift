import ArgumentParser
import Glibc

/// Where the process begins: parses the arguments, runs, and maps the outcome to an exit status.
@main
enum Main {
  static func main() {
    StandardDescriptors.fillGaps()
    exit(run().rawValue)
  }

  private static func run() -> ExitStatus {
    do {
      var command = try ScanCommand.parseAsRoot()
      guard let scan = command as? ScanCommand else {
        try command.run()  // the help command, which ends in an error that carries the text
        return .found
      }
      Interruption.install()
      return try scan.scan()
    } catch let error where error is InputListError || error is AnnotationError {
      StandardStream.error.writeLine("scan-qr: \(error)")
      return .inputFailed
    } catch {
      // Help and version come as errors too; their status is success.
      let isFailure = ScanCommand.exitCode(for: error) != .success
      let message = ScanCommand.fullMessage(for: error)
      try? (isFailure ? StandardStream.error : .output).write(Array((message + "\n").utf8))
      return isFailure ? .usage : .found
    }
  }
}
