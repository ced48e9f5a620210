import Fixtures
import Foundation
import Testing

@Suite("Libraries of scan-qr")
struct LibrariesTests {
  @Test(
    "Libraries that most pictures do not need are not loaded at the start",
    arguments: [
      "Foundation.so", "FoundationInternationalization", "qrencode", "opencv", "avcodec", "cairo", "SDL", "NIO",
    ])
  func libraries(_ name: String) throws {
    let outcome = try Command(at: "/usr/bin/ldd").run([Command(built: "scan-qr").executable.path])
    #expect(outcome.status == 0 && outcome.lines.count > 20)
    #expect(outcome.lines.filter { $0.contains(name) } == [])
  }

  /// Names of symbols and libraries that only commands with windows or pages contain.
  private static let foreign: [String] = {
    #if Live
      ["csdl_", "libSDL", "NIOCore", "c_nio_"]
    #else
      ["csdl_", "libSDL"]
    #endif
  }()

  @Test("Windows and the live page are part of viewfinder, but not of scan-qr", arguments: foreign)
  func symbols(_ name: String) throws {
    func isPart(of command: String) throws -> Bool {
      try Data(contentsOf: Command(built: command).executable).range(of: Data(name.utf8)) != nil
    }
    #expect(try !isPart(of: "scan-qr"))
    #expect(try isPart(of: "viewfinder"))
  }
}
