import ArgumentParser
import OpenCaptureCommandSupport
import OpenCaptureMetadata
import OpenCaptureSystem

/// The command `viewfinder doctor`, which checks the system.
struct DoctorCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check cameras, microphones and libraries, and suggest fixes.",
    discussion: """
      Each check is ok; a note, which needs no action; limited, if something cannot be done; or WRONG, if a device or \
      a setting does not work. A line with → is a fix.

      Exit status: 0 everything works, except for notes; 1 a check is limited or wrong.

      \(helpEnding)
      """)

  static let examples = [
    CommandExample("Check cameras, microphones and libraries.", "viewfinder doctor"),
    CommandExample("Print the checks as JSON.", "viewfinder doctor --json"),
  ]
  static let references = ["viewfinder-cameras(1)", "Documentation/dependencies.md"]

  @Flag(help: "Print one JSON object per check, with its status, text and fix.")
  var json = false

  func prepare() -> PreparedCommand { PreparedCommand { [self] _ in try examine() } }

  private func examine() throws -> Int32 {
    let cameras = CameraCatalog().systemDevices
    let microphones = MicrophoneCatalog(options: MicrophoneChecks.options).systemDevices
    let devices = try BlockingTask.result {
      await CameraChecks(cameras).findings() + MicrophoneChecks(microphones).findings()
    }
    let system =
      PipeWireCheck.findings + NetworkCameraCheck.findings + LibraryChecks.findings
      + GraphicsProcessorCheck.findings
    let findings = devices + system
    for line in json ? findings.map(\.json.text) : findings.flatMap(\.lines).map(EscapedText.line) {
      try StandardStream.output.write(Array((line + "\n").utf8))
    }
    return findings.contains { $0.state == .wrong || $0.state == .limited } ? 1 : 0
  }
}

/// The result of a check.
struct Finding {
  enum State: String {
    case well = "ok"
    case note = "note"
    /// Something cannot be done.
    case limited = "limited"
    /// A device or a setting does not work.
    case wrong = "WRONG"
  }

  let state: State
  /// The subject and the result.
  let text: String
  /// The command or advice that fixes the problem, if any.
  var hint: String?

  static func well(_ text: String) -> Finding { Finding(state: .well, text: text) }

  /// Returns a result that needs no fix.
  static func note(_ text: String, hint: String? = nil) -> Self { Self(state: .note, text: text, hint: hint) }

  /// Returns a result that states what cannot be done.
  static func limited(_ text: String, hint: String?) -> Self { Self(state: .limited, text: text, hint: hint) }

  static func wrong(_ text: String, hint: String? = nil) -> Self { Self(state: .wrong, text: text, hint: hint) }

  /// Returns the result for an error of a subject.
  static func wrong(_ subject: String, _ error: any Error) -> Finding {
    let described = error as? any DescribedError
    return .wrong("\(subject): \(described?.reason ?? "\(error)")", hint: described?.hint)
  }

  /// The result in one line, and the hint in another.
  var lines: [String] {
    let label = state.rawValue + String(repeating: " ", count: 8 - state.rawValue.count)
    return [label + text] + (hint.map { ["        → \($0)"] } ?? [])
  }

  /// The result as JSON.
  var json: JSONLine {
    var line = JSONLine()
    line.add("status", state.rawValue.lowercased())
    line.add("text", text)
    if let hint { line.add("fix", hint) }
    return line
  }
}
