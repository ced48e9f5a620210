import Glibc

/// A process that beeps into the loopback in the first 100 ms of each second and ends with the sound card.
final class Beeper {
  private var process: pid_t?

  init() throws { try begin() }

  func begin() throws {
    end()
    let path = getenv("BEEPER").map { String(cString: $0) } ?? neighbor("beeper")
    process = try spawn([path], errors: "/tmp/beeper.err")
  }

  func end() {
    guard let process else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    self.process = nil
  }
}
