import OpenCaptureCommandSupport
import Testing

@Suite("Hints for mistaken file names and commands")
struct AdviceTests {
  @Test(
    "A file name that begins with a dash is explained",
    arguments: [["-photo.png"], ["-q", "-2024.jpg"], ["-x", "--", "a.png"], ["--raw-photos"]])
  func dashes(_ arguments: [String]) {
    let advice = DashedFileName.advice(arguments, command: "scan-qr") { ["-x", "--raw-photos"].contains($0) }
    #expect(advice?.hasSuffix("after --: scan-qr -- \(arguments.first { $0 != "-q" } ?? "")") == true)
  }

  @Test(
    "Options, values, standard input and names after -- get no hint",
    arguments: [["-q", "a.png"], ["-h"], ["-"], ["--scale=1.5"], ["-s=1.5"], ["--", "-a.png"], ["--help"], []])
  func noDashes(_ arguments: [String]) {
    #expect(
      DashedFileName.advice(arguments, command: "scan-qr") { ["-h", "--help", "-", "a.png"].contains($0) } == nil)
  }

  /// Some subcommands, and a separate command.
  private static let commands = ["run", "photo", "record", "serve", "cameras", "doctor", "scan-qr"]

  @Test(
    "A mistyped command gets a hint on the nearest one",
    arguments: [
      ("scan", "scan-qr"), ("photos", "photo"), ("recrod", "record"), ("cam", "cameras"), ("sever", "serve"),
      ("doctr", "doctor"),
    ])
  func mistyped(word: String, command: String) {
    #expect(
      MistypedCommand.advice(word, commands: Self.commands) { _ in false }
        == "Unknown command '\(word)'. Did you mean '\(command)'?")
  }

  @Test(
    "Commands, options, existing files, and names unlike any command get no hint",
    arguments: ["record", "help", "-o", "--json", "party.mp4", "dir/photo", "holiday", "scanned", "x"])
  func notMistyped(word: String) {
    #expect(MistypedCommand.advice(word, commands: Self.commands) { $0 == "scanned" } == nil)
  }

  @Test("A URL gets a hint to fetch it with another program")
  func addresses() {
    for address in ["https://example.com/a.png", "HTTP://x", "svn+ssh://x/y"] {
      let advice = NetworkAddress.advice(InputPath(address), command: "viewfinder")
      #expect(advice?.hasSuffix("curl -sL '\(address)' | viewfinder -") == true)
    }
    #expect(
      NetworkAddress.advice(InputPath("file:///a.png"), command: "scan-qr")?.contains("remove file://") == true)
    for name in ["a.png", "://x", "a b://c", "1://x", "dir/http:/x"] {
      #expect(NetworkAddress.advice(InputPath(name), command: "scan-qr") == nil, "\(name)")
    }
  }
}
