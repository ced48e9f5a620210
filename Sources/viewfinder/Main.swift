import OpenCaptureCommandSupport
import Glibc

/// Where the process begins.
@main
enum Main {
  static func main() { exit(CommandRunner.run(ViewfinderCommand.self, completedLike: CompletedCommand.self)) }
}
