import Foundation
import OpenCaptureSystem
import Testing

@Suite("Locked")
struct LockedTests {
  private struct Held: Lockable {
    var function: (@Sendable () -> Int)?
  }

  @Test("Reading a stored function a hundred times does not add calls to it")
  func depth() {
    let held = Locked(Held())
    // The number of calls that lead to the function.
    held.withLock { held in
      held.function = { Thread.callStackReturnAddresses.count }
    }
    var depths: [Int?] = []
    for _ in 0..<100 {
      let function = held.withLock { $0.function }
      depths.append(function?())
    }
    #expect((depths[0] ?? 0) > 1)
    #expect(Set(depths).count == 1)
  }
}
