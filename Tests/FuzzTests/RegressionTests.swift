import Foundation
import FuzzTargets
import Testing

/// Inputs that something went wrong with once, and those that fuzzing begins with.
@Suite("Fuzzed inputs")
struct RegressionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fuzz").standardizedFileURL

  private static func inputs(_ kind: String, of target: String) -> [URL] {
    let folder = folder.appending(path: "\(kind)/\(target)")
    return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  }

  @Test("Each is answered, with a result or an error", arguments: FuzzTarget.all.map(\.name))
  func replay(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let inputs = ["Seeds", "Regressions"].flatMap { Self.inputs($0, of: name) }
    #expect(!inputs.isEmpty, "a target begins with something")
    for input in inputs {
      let bytes = try [UInt8](Data(contentsOf: input))
      target.run(bytes)
      // What begins right and ends early, or is wrong in one place.
      target.run(Array(bytes.dropLast(bytes.count / 2)))
      for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 16)) {
        var damaged = bytes
        damaged[place] ^= 0x55
        target.run(damaged)
      }
    }
  }

  @Test("No folder of inputs is of a target that isn't there")
  func names() throws {
    for kind in ["Seeds", "Regressions"] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder.path + "/" + kind)) ?? []
      // Which engines there are is chosen when building.
      let known = Set(FuzzTarget.all.map(\.name)).union(["zxing"])
      #expect(Set(names).isSubset(of: known))
    }
  }
}
