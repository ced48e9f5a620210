import Fixtures
import Foundation
import OpenCaptureSystem
import Testing

/// Real worker processes that misbehave.
@Suite("Worker processes")
struct WorkerTests {
  private let probe = Command(built: "isolation-probe")

  @Test("Of 400 jobs, those that hang, crash or send garbage fail alone, each with its own outcome")
  func storm() throws {
    let run = try probe.run(["storm", "400", "4"])
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    #expect(run.text.contains("timeout: 4\n") && run.text.contains("answered: 368\n"), "\(run.text)")
  }

  @Test("Cancelled jobs start no worker, and are not answered in place of later ones")
  func cancelled() throws {
    let run = try probe.run(["cancel", "4"])
    #expect(run.text == "0 cancelled cancelled cancelled later 2 workers\n", "\(run.errors)")
  }

  @Test("When the program is killed, all its processes end")
  func killed() throws {
    for delay in [0.05, 0.2, 0.5] {
      let program = Process()
      program.executableURL = probe.executable
      program.arguments = ["wait", "3"]
      program.standardError = FileHandle.nullDevice
      try program.run()
      Thread.sleep(forTimeInterval: delay)
      let descendants = Self.descendants(of: program.processIdentifier)
      kill(program.processIdentifier, SIGKILL)
      program.waitUntilExit()
      for descendant in descendants {
        // A killed process disappears when its new parent has waited for it.
        while !Self.isOver(descendant) { usleep(1000) }
      }
    }
  }

  /// Returns the numbers of the processes below a process.
  private static func descendants(of pid: Int32) -> [Int32] {
    let children = FileSystem.text("/proc/\(pid)/task/\(pid)/children") ?? ""
    let pids = children.split(separator: " ").compactMap { Int32($0) }
    return pids + pids.flatMap { descendants(of: $0) }
  }

  private static func isOver(_ pid: Int32) -> Bool {
    guard let status = FileSystem.text("/proc/\(pid)/stat") else { return true }
    return status.contains(") Z ")
  }

  @Test("A worker reaches no file, no socket, no process and no descriptor but its input")
  func attack() throws {
    let run = try probe.run(["attack", "/etc/hostname"])
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    // The attempts are real: without the restrictions, most of them succeed.
    let unlocked = try probe.run(["unlocked", "/etc/hostname"])
    #expect(unlocked.lines.count > 10, "\(unlocked.text)\(unlocked.errors)")
  }
}
