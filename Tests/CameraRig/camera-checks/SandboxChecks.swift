import Glibc

/// What somebody can do who took a decoder over, on the kernel of a distribution.
struct SandboxChecks {
  func run(_ list: inout Checklist) {
    list.check("from inside the sandbox, no other file can be read, nor anything connected to") { try attempts() }
  }

  private func attempts() throws {
    let folder = "/tmp/sandbox"
    for path in [folder, folder + "/output"] { mkdir(path, 0o700) }
    for path in [folder + "/input", folder + "/input.secret"] { close(creat(path, 0o600)) }
    for options in [[], ["--no-sandbox"]] {
      let probe = try RunningCommand("sandbox-probe", options + [folder + "/input", folder + "/output"])
      let status = try probe.end()
      let wrong = probe.lines.filter { $0.hasPrefix("WRONG") }
      try expect(status == 0 && wrong.isEmpty, "status \(status): \(wrong), \(probe.errors)")
      note(probe.lines.first ?? "")
    }
  }
}
