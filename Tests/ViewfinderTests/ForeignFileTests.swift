import Fixtures
import Testing

/// The files that the command opens for a hostile file.
@Suite("Hostile files", .enabled(if: SystemCallTrace.isPossible, "strace is missing or has no permission to trace"))
struct ForeignFileTests {
  @Test("A list of other files is rejected as an input and as a scene, without opening them")
  func list() throws {
    try TemporaryFolder.with { folder in
      folder.file("list.mp4", Array("ffconcat version 1.0\nfile secret.png\n".utf8))
      folder.file("secret.png", try PNM.bytes(#require(QRSymbol("secret")).picture(pixelsPerModule: 4)))
      let scene = ["--camera", "synthetic", "--scene", "list.mp4", "--duration", "1"]
      for input in [["list.mp4"], scene] {
        let trace = try SystemCallTrace(
          of: Command(built: "viewfinder"), ["--no-sandbox", "--with", "codes", "--json"] + input, in: folder.url)
        #expect(trace.outcome.status == 1)
        #expect(trace.outcome.errors.contains("not a movie but a list of other files (ffconcat)"))
        #expect(trace.outcome.text.isEmpty)
        #expect(Set(trace.files) == ["list.mp4"])
        #expect(trace.networkCalls == [])
      }
    }
  }
}
