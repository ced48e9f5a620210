import Glibc

/// Checks of the sandbox on a distribution's kernel: the attempts of an attacker in control of a decoder.
struct SandboxChecks {
  func run(_ list: inout Checklist) {
    list.check("a process in the sandbox can neither read other files nor open connections") { try attempts() }
  }

  private func attempts() throws {
    let folder = "/tmp/sandbox"
    for path in [folder, folder + "/output"] { mkdir(path, 0o700) }
    for path in [folder + "/input", folder + "/input.secret"] { close(creat(path, 0o600)) }
    let memory = "/dev/shm/sandbox-checks"
    close(creat(memory, 0o600))
    defer { unlink(memory) }
    for profile in ["files", "record", "unrestricted"] {
      let arguments = [profile, folder + "/input", folder + "/output", memory]
      let probe = try RunningCommand("sandbox-probe", arguments)
      let status = try probe.end()
      let wrong = probe.lines.filter { $0.hasPrefix("WRONG") }
      try expect(status == 0 && wrong.isEmpty, "status \(status): \(wrong), \(probe.errors)")
      note(probe.lines.first ?? "")
    }
  }
}
