import OpenCaptureCommandSupport
import OpenCaptureFlow
import OpenCaptureSession
import Testing

@Suite("Selection of a microphone")
struct MicrophoneSelectionTests {
  @Test("The words none, default and synthetic are parsed; other text is a name")
  func words() {
    #expect(MicrophoneSelection(argument: "none") == .none)
    #expect(MicrophoneSelection(argument: "default") == .default)
    #expect(MicrophoneSelection(argument: "synthetic") == .synthetic)
    #expect(MicrophoneSelection(argument: "PCH.0") == .named("PCH.0"))
  }

  @Test(
    "The synthetic microphone has a word and a name; none selects none; unknown names are errors that list all"
  )
  func devices() throws {
    let catalog = MicrophoneCatalog()
    #expect(try catalog.device(.none) == nil)
    let synthetic = try #require(try catalog.device(.synthetic))
    #expect(try catalog.device(.named("Synthetic Microphone")) === synthetic)
    #expect(catalog.devices.last === synthetic && catalog.device(builtInto: synthetic) == nil)
    let error = #expect(throws: CaptureError.self) { try catalog.device(.named("nobody's")) }
    #expect(error?.code == .noSuchDevice && error?.reason.contains("synthetic") == true)
  }
}
