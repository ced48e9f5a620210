import Fixtures
import Foundation
import FuzzTargets
import Testing

/// Tests that replay the seeds of fuzzing and inputs that failed once.
@Suite("Fuzzed inputs")
struct RegressionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fuzz").standardizedFileURL

  private static func inputs(_ kind: String, of target: String) -> [URL] {
    let folder = folder.appending(path: "\(kind)/\(target)")
    return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  }

  @Test("Every input leads to a result or an error", arguments: FuzzTarget.all.map(\.name))
  func replay(name: String) async throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let inputs = try ["Seeds", "Regressions"].flatMap { Self.inputs($0, of: name) }.map { input in
      try [UInt8](Data(contentsOf: input))
    }
    #expect(!inputs.isEmpty, "the target has no inputs")
    try await onThread {
      for bytes in inputs {
        target.run(bytes)
        // Truncated inputs, and inputs with one damaged byte.
        target.run(Array(bytes.dropLast(bytes.count / 2)))
        for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 16)) {
          var damaged = bytes
          damaged[place] ^= 0x55
          target.run(damaged)
        }
      }
    }
  }

  @Test("Every folder of inputs belongs to a target")
  func names() throws {
    for kind in ["Seeds", "Regressions"] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder.path + "/" + kind)) ?? []
      // Engines depend on the traits of the build.
      let known = Set(FuzzTarget.all.map(\.name)).union(["zxing"])
      #expect(Set(names).isSubset(of: known))
    }
  }
}
