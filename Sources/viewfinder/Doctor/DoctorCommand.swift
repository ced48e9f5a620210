import ArgumentParser
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// `viewfinder doctor`: what is missing or wrong, and the line that mends it.
struct DoctorCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what is wrong with cameras, microphones and libraries, and how to mend it.",
    discussion: "Exit status: 0 all is well; 1 something is wrong.")

  func prepare() -> PreparedCommand { PreparedCommand { _ in try examine() } }

  private func examine() throws -> Int32 {
    let cameras = CameraCatalog().systemDevices
    let microphones = MicrophoneCatalog(options: MicrophoneChecks.options).systemDevices
    let devices = try Waiting.result {
      await CameraChecks(cameras).findings() + MicrophoneChecks(microphones).findings()
    }
    let machine = NetworkCameraCheck.findings + LibraryChecks.findings + GraphicsProcessorCheck.findings
    let findings = devices + machine
    for line in findings.flatMap(\.lines) {
      try StandardStream.output.write(Array((EscapedText.line(line) + "\n").utf8))
    }
    return findings.contains { $0.state == .wrong } ? 1 : 0
  }
}
