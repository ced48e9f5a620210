import OpenCaptureCommandSupport
import Testing

@Suite("Advice on what was meant")
struct AdviceTests {
  @Test(
    "What looks like a file's name behind a dash gets the two dashes explained",
    arguments: [["-photo.png"], ["-q", "-2024.jpg"], ["-x", "--", "a.png"], ["--raw-photos"]])
  func dashes(_ arguments: [String]) {
    let advice = DashedName.advice(arguments, command: "scan-qr") { ["-x", "--raw-photos"].contains($0) }
    #expect(advice?.hasSuffix("as in scan-qr -- \(arguments.first { $0 != "-q" } ?? "")") == true)
  }

  @Test(
    "Options, values, standard input and what stands behind two dashes are no such names",
    arguments: [["-q", "a.png"], ["-h"], ["-"], ["--scale=1.5"], ["-s=1.5"], ["--", "-a.png"], ["--help"], []])
  func noDashes(_ arguments: [String]) {
    #expect(
      DashedName.advice(arguments, command: "scan-qr") { ["-h", "--help", "-", "a.png"].contains($0) } == nil)
  }

  @Test("An address is told from a name: it is to be fetched by somebody else")
  func addresses() {
    for address in ["https://example.com/a.png", "HTTP://x", "svn+ssh://x/y"] {
      let advice = NetworkAddress.advice(InputPath(address), command: "viewfinder")
      #expect(advice?.hasSuffix("curl -sL '\(address)' | viewfinder -") == true)
    }
    #expect(
      NetworkAddress.advice(InputPath("file:///a.png"), command: "scan-qr")?.contains("leave file:// out") == true)
    for name in ["a.png", "://x", "a b://c", "1://x", "dir/http:/x"] {
      #expect(NetworkAddress.advice(InputPath(name), command: "scan-qr") == nil, "\(name)")
    }
  }
}
