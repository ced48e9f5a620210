import OpenCaptureCommandSupport
import OpenCaptureFlow
import OpenCaptureSession
import Testing

@Suite("Which microphone a person means")
struct MicrophoneSelectionTests {
  @Test("Words stand for none, the machine's and the built-in one, others for names")
  func words() {
    #expect(MicrophoneSelection(argument: "none") == .none)
    #expect(MicrophoneSelection(argument: "default") == .default)
    #expect(MicrophoneSelection(argument: "synthetic") == .synthetic)
    #expect(MicrophoneSelection(argument: "PCH.0") == .named("PCH.0"))
  }

  @Test(
    "The built-in one is found by its word and its name; none is none, and others are errors that list what there is"
  )
  func devices() throws {
    let catalog = MicrophoneCatalog()
    #expect(try catalog.device(.none) == nil)
    let synthetic = try #require(try catalog.device(.synthetic))
    #expect(try catalog.device(.named("Synthetic Microphone")) === synthetic)
    #expect(catalog.devices.last === synthetic && catalog.device(builtInto: synthetic) == nil)
    let error = #expect(throws: CaptureError.self) { try catalog.device(.named("nobody's")) }
    #expect(error?.code == .noSuchDevice && error?.remedy?.contains("synthetic") == true)
  }
}
