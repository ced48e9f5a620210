import Fixtures
import Foundation
import Testing

@Suite("viewfinder cameras and doctor")
struct CameraCommandTests {
  private let command = Command(built: "viewfinder")

  @Test("The list ends with the synthetic camera; its details are formats and controls")
  func list() throws {
    let list = try command.run(["cameras"])
    #expect(list.status == 0)
    #expect(list.lines.last == "synthetic  Synthetic Camera" || list.lines.last?.hasPrefix("synthetic ") == true)
    let details = try command.run(["cameras", "synthetic"])
    #expect(details.lines.contains("  YUYV 640×480 at 60, 30, 15 fps"))
    #expect(details.lines.contains { $0.hasPrefix("  lens_position ") && $0.contains("0 to 250 in steps of 5") })
  }

  @Test("As JSON, a camera is an object on a line")
  func json() throws {
    let outcome = try command.run(["cameras", "--json", "synthetic"])
    #expect(outcome.lines.count == 1)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    #expect(object?["id"] as? String == "synthetic")
    let formats = try #require(object?["formats"] as? [[String: Any]])
    #expect(formats.contains { $0["format"] as? String == "NV12" && $0["width"] as? Int == 1920 })
    let controls = try #require(object?["controls"] as? [[String: Any]])
    #expect(controls.contains { $0["name"] as? String == "zoom_factor" && $0["maximum"] as? Int == 500 })
  }

  @Test("Saved settings are listed, restored for a photo unless ignored, and deleted by a reset")
  func savedSettings() throws {
    try TemporaryFolder.with { folder in
      let environment = ["XDG_STATE_HOME": folder.path("state")]
      let cameras = folder.url.appending(path: "state/opencapture/cameras")
      try FileManager.default.createDirectory(at: cameras, withIntermediateDirectories: true)
      let file = cameras.appending(path: "synthetic.json")
      let text = #"{"version":1,"camera":"synthetic","controls":{"exposure_mode":1,"exposure_duration":5000}}"#
      try Data(text.utf8).write(to: file)
      let list = try command.run(["cameras", "synthetic"], environment: environment)
      #expect(list.lines.contains("saved settings") && list.lines.contains("  exposure_duration=5000"))
      func exposure(_ name: String, _ more: [String]) throws -> String {
        let outcome = try command.run(
          ["photo", "--camera", "synthetic", "--preset", "low", "--verbose", "-o", folder.path(name)] + more,
          environment: environment)
        #expect(outcome.status == 0)
        return outcome.errors
      }
      #expect(try exposure("a.jpg", []).contains("500.0 ms"))
      #expect(try !exposure("b.jpg", ["--no-saved-settings"]).contains("500.0 ms"))
      #expect(try exposure("c.jpg", ["--exposure", "1/100"]).contains("10.0 ms"))
      // A control leaves its automatic mode.
      let manual = try exposure("e.jpg", ["--no-saved-settings", "--control", "exposure_duration=2500"])
      #expect(manual.contains("250.0 ms"))
      let reset = try command.run(["cameras", "synthetic", "--reset"], environment: environment)
      #expect(reset.status == 0 && reset.lines.last == "Deleted the saved settings.")
      #expect(!FileManager.default.fileExists(atPath: file.path))
      try Data("{".utf8).write(to: file)
      let damaged = try exposure("d.jpg", [])
      #expect(damaged.contains("synthetic.json") && damaged.contains("damaged"))
      #expect(try command.run(["cameras", "--reset"], environment: environment).status == 2)
    }
  }

  @Test("A missing camera is an error that lists the available ones")
  func missing() throws {
    let outcome = try command.run(["cameras", "no such camera"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("No camera named 'no such camera'. Available: "))
    #expect(outcome.errors.hasSuffix("synthetic\n"))
  }

  @Test("The doctor reports a missing library and the command that installs it")
  func doctor() throws {
    let outcome = try Command(built: "viewfinder").run(
      ["doctor"], environment: ["OPENCAPTURE_CASCADES": "/nowhere"])
    #expect(outcome.status == 1)
    #expect(outcome.lines.contains { $0.hasPrefix("limited faces cannot be found: ") })
    #expect(outcome.lines.contains { $0.contains("→") && $0.contains("opencv-data") })
    #expect(outcome.lines.contains { $0.hasPrefix("ok      drawing: ") })
    #expect(outcome.lines.contains { $0.contains(" codes: ZBar 0.") })
  }

  @Test("With --json, the doctor prints an object per check, with status, text and fix")
  func doctorJSON() throws {
    let outcome = try Command(built: "viewfinder").run(
      ["doctor", "--json"], environment: ["OPENCAPTURE_CASCADES": "/nowhere"])
    let checks = try outcome.lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
    }
    let faces = try #require(checks.first { $0["text"]?.hasPrefix("faces") == true })
    #expect(faces["status"] == "limited" && faces["fix"]?.hasPrefix("sudo apt install opencv-data") == true)
    #expect(checks.contains { $0 == ["status": "ok", "text": "drawing: Cairo and Pango"] })
  }
}
