import Fixtures
import Foundation
import OpenCapture
import Testing
@testable import OpenCaptureViewfinder

@Suite("viewfinder microphones, and the doctor's microphone checks")
struct MicrophoneCommandTests {
  private let command = Command(built: "viewfinder")

  @Test("The list ends with the synthetic microphone; its details are its formats")
  func list() throws {
    let list = try command.run(["microphones"])
    #expect(list.status == 0 && list.lines.last?.hasSuffix("  Synthetic Microphone") == true)
    let details = try command.run(["microphones", "synthetic"])
    #expect(details.lines.first == "Synthetic Microphone")
    #expect(details.lines.contains("  48000 Hz, 2 channels, Int16"))
    #expect(details.lines.contains("  16000 Hz, 1 channel, Int16"))
  }

  @Test("As JSON, a microphone is an object on a line")
  func json() throws {
    let outcome = try command.run(["microphones", "--json", "synthetic"])
    #expect(outcome.lines.count == 1)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    #expect(object?["id"] as? String == "synthetic")
    let formats = try #require(object?["formats"] as? [[String: Any]])
    #expect(formats.contains { $0["rate"] as? Int == 44_100 && $0["channels"] as? Int == 2 })
  }

  @Test("A missing microphone is an error that lists the available ones")
  func missing() throws {
    let outcome = try command.run(["microphones", "no such microphone"])
    #expect(outcome.status == 1 && outcome.errors.contains("synthetic"))
    #expect(outcome.errors.hasPrefix("No microphone named 'no such microphone'. Available: "))
  }

  @Test("The doctor reports the peak level of a microphone, and notes a silent one", .enabled(if: isALSAInstalled))
  func levels() async throws {
    var options = SyntheticMicrophone.Options()
    options.pacing = .unpaced
    let loud = SyntheticMicrophone(sound: .sine(frequency: 440), uniqueID: "loud", options: options)
    let mute = SyntheticMicrophone(sound: .silence, uniqueID: "mute", options: options)
    let found = await MicrophoneChecks([loud.device, mute.device]).findings().map(\.lines[0])
    #expect(
      found == [
        "ok      sound: ALSA", "ok      Synthetic Microphone (loud): 6 formats, peak -6 dBFS",
        "note    Synthetic Microphone (mute): silent, 6 formats",
      ])
  }

  @Test("A failing microphone is wrong if none works, and a note if another does", .enabled(if: isALSAInstalled))
  func failing() async throws {
    var options = SyntheticMicrophone.Options()
    options.pacing = .unpaced
    let works = SyntheticMicrophone(sound: .sine(frequency: 440), uniqueID: "works", options: options)
    options.faults.scheduled = [3: .vanish]
    func failing() -> SyntheticMicrophone { SyntheticMicrophone(uniqueID: "fails", options: options) }
    let alone = await MicrophoneChecks([failing().device]).findings()
    #expect(alone.map(\.state) == [.well, .wrong] && alone.last?.hint == "plug the microphone in again")
    let both = await MicrophoneChecks([failing().device, works.device]).findings()
    #expect(both.map(\.state) == [.well, .note, .well])
  }
}

private let isALSAInstalled = (try? ALSALibrary.load()) != nil
