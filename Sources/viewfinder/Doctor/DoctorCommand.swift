import ArgumentParser
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// The command `viewfinder doctor`, which checks the system.
struct DoctorCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check cameras, microphones and libraries, and suggest fixes.",
    discussion: """
      Exit status: 0 all checks passed; 1 a check failed.

      \(helpEnding)
      """)

  static let examples = [
    CommandExample("Check cameras, microphones and libraries.", "viewfinder doctor"),
    CommandExample("Print only failed checks and their fixes.", "viewfinder doctor | grep -A1 WRONG"),
  ]
  static let references = ["viewfinder-cameras(1)", "Documentation/dependencies.md"]

  func prepare() -> PreparedCommand { PreparedCommand { _ in try examine() } }

  private func examine() throws -> Int32 {
    let cameras = CameraCatalog().systemDevices
    let microphones = MicrophoneCatalog(options: MicrophoneChecks.options).systemDevices
    let devices = try BlockingTask.result {
      await CameraChecks(cameras).findings() + MicrophoneChecks(microphones).findings()
    }
    let system = NetworkCameraCheck.findings + LibraryChecks.findings + GraphicsProcessorCheck.findings
    let findings = devices + system
    for line in findings.flatMap(\.lines) {
      try StandardStream.output.write(Array((EscapedText.line(line) + "\n").utf8))
    }
    return findings.contains { $0.state == .wrong } ? 1 : 0
  }
}

/// The result of a check.
struct Finding {
  enum State: String {
    case well = "ok"
    case note = "note"
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

  static func wrong(_ text: String, hint: String? = nil) -> Self { Self(state: .wrong, text: text, hint: hint) }

  /// Returns the result for an error of a subject.
  static func wrong(_ subject: String, _ error: any Error) -> Finding {
    let described = error as? any DescribedError
    return .wrong("\(subject): \(described?.reason ?? "\(error)")", hint: described?.hint)
  }

  /// The result in one line, and the hint in another.
  var lines: [String] {
    let label = state.rawValue + String(repeating: " ", count: 7 - state.rawValue.count)
    return [label + text] + (hint.map { ["       → \($0)"] } ?? [])
  }
}
